import Foundation
import TarnRecords
import Testing

@testable import Tarn

/// Collections whose stored number of elements is not that of their tree.
@Suite struct DamagedCollectionRules {
    let folder = TemporaryFolder()

    // L8
    @Test(arguments: [1005, 1 << 40, 1 << 47])
    func aNumberOfElementsThatIsWrongTrapsNowhere(_ count: Int) throws {
        let (store, kennel) = try folder.kennel()
        try store.write { kennel.numbers.append(objectsIn: 0..<1000) }
        try store.write {
            let home = try #require(kennel.numbers.home)
            let session = try #require(store.connection.writeSession)
            let writer = try #require(try session.writer(home.context.table, kennel.__key))
            writer.set(Int64(count), home.column)
        }
        let numbers = kennel.numbers
        let told = numbers.count
        #expect(told == (count < 1 << 16 ? count : 0))
        #expect(Array(numbers).count <= told && numbers.map { $0 }.count <= told && numbers.sorted().count <= told)
        #expect(Array(numbers[0..<told]).count <= told && Array(numbers.reversed()).count <= told)
        var copy: [Int] = []
        copy.append(contentsOf: numbers)
        for number in numbers { copy.append(number) }
        #expect(copy.count <= 2 * told && store.readFailure?.code == .corrupt)
    }
}
