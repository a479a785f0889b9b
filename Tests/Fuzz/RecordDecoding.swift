@testable import TarnRecords

/// Reads bytes as each of the small records of a file. What can be read can be written, and reads the same again.
@_cdecl("LLVMFuzzerTestOneInput")
public func decodeRecord(_ input: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    if count == 0 { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: input + 1, count: count - 1))
    switch input[0] % 5 {
    case 0:
        guard let record = try? ChangeRecord(bytes, version: 1) else { return 0 }
        let again = try? ChangeRecord(record.encoded(), version: 1)
        precondition(again?.encoded() == record.encoded(), "a change record reads differently after it was written")
    case 1:
        guard let catalogue = try? Catalogue.decode(schema: bytes, storeID: []) else { return 0 }
        let again = try? Catalogue.decode(schema: catalogue.encodedSchema(), storeID: [])
        precondition(
            again?.encodedSchema() == catalogue.encodedSchema(), "a schema reads differently after it was written")
    case 2:
        guard let state = try? StateRecord(bytes) else { return 0 }
        precondition((try? StateRecord(state.encoded())) == state, "a state reads differently after it was written")
    case 3:
        var reader = ByteReader(bytes)
        guard let value = try? StoredValue(from: &reader) else { return 0 }
        var writer = ByteWriter()
        value.encode(into: &writer)
        var again = ByteReader(writer.bytes)
        let second = try? StoredValue(from: &again)
        precondition(second.map { "\($0)" } == "\(value)", "a value reads differently after it was written")
    default:
        _ = InverseEntry(bytes)
        guard let decimal = DecimalBytes.decode(bytes) else { return 0 }
        _ = DecimalBytes.encode(isNegative: decimal.isNegative, digits: decimal.digits, exponent: decimal.exponent)
    }
    return 0
}
