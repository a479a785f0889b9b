import Foundation
import Tarn
import Testing

@Suite struct AnyValueTests {
    typealias Setting = ValueModels.Setting
    typealias Owner = ValueModels.Owner
    let folder = TemporaryFolder()

    private func open() throws -> Store { try Store(configuration: folder.configuration(ValueModels.types)) }

    @Test func aValueOfEachKindIsStoredAndReadAgain() throws {
        let store = try open()
        try store.write {
            for (id, value) in ValueModels.plain.enumerated() {
                let setting = Setting()
                (setting.id, setting.value, setting.maybe) = (id, value, value)
                try store.add(setting)
            }
        }
        func check() {
            for (id, value) in ValueModels.plain.enumerated() {
                let setting = store.object(ofType: Setting.self, forPrimaryKey: id)
                #expect(setting?.value == value && setting?.maybe == (value.isNull ? AnyValue?.none : value))
                #expect(setting?.preset == [1, "two"])
            }
        }
        check()
        try store.write {
            for setting in store.objects(Setting.self) {
                setting.value = ValueModels.plain[(setting.id + 1) % ValueModels.plain.count]
                setting.maybe = nil
            }
        }
        #expect(store.objects(Setting.self).allSatisfy { $0.maybe == nil })
        #expect(store.objects(Setting.self).map(\.value) == ValueModels.plain.dropFirst() + [.null])
        #expect(try Store.verify(at: folder.url.appendingPathComponent("test.tarn")).faults.isEmpty)
    }

    @Test func nestedValuesAreChangedByAssigningTheWhole() throws {
        let store = try open()
        try store.write {
            let setting = try store.create(Setting.self, value: ["id": 1])
            setting.value["sizes"] = [1, 2, 3]
            setting.value["sizes"]?[1] = 20
            setting.value["sizes"]?[3] = 4
            setting.value["sizes"]?[0] = nil
            setting.value["gone"] = 1
            setting.value["gone"] = nil
            let copy = setting.value
            setting.value["more"] = ["deep": [true]]
            setting.value["more"]?["deep"]?[0] = false
            #expect(copy == ["sizes": [20, 3, 4]])
        }
        let value = try #require(store.object(ofType: Setting.self, forPrimaryKey: 1)).value
        #expect(value == ["sizes": [20, 3, 4], "more": ["deep": [false]]])
        #expect(value["more"]?["deep"]?[0] == false && value["none"] == nil && value["sizes"]?[9] == nil)
        #expect(value["sizes"]?[0]?.intValue == 20 && value["sizes"]?["x"] == nil && value[0] == nil)
    }

    // O6
    @Test func objectsInAValueAreThoseOfTheStoreOrAdded() throws {
        let store = try open()
        let owner = Owner()
        owner.id = 1
        let inner = Owner()
        inner.id = 2
        try store.write {
            let setting = Setting()
            setting.value = ["a": .object(owner), "b": [.object(inner), .object(owner)]]
            try store.add(setting)
            let third = Owner()
            third.id = 3
            setting.maybe = [.object(third), .object(third)]
        }
        #expect(owner.store != nil && store.objects(Owner.self).map(\.id) == [1, 2, 3])
        let setting = store.objects(Setting.self)[0]
        #expect(setting.value["a"]?.object(Owner.self) == owner && setting.value["b"]?[0]?.object(Owner.self)?.id == 2)
        #expect(setting.value["a"]?.object(Setting.self) == nil)
        #expect(setting.maybe?[1]?.object(Owner.self)?.id == 3)
        #expect(try Store.verify(at: folder.url.appendingPathComponent("test.tarn")).faults.isEmpty)
    }

    // O3
    @Test func anObjectThatIsDeletedIsNullInValues() throws {
        let store = try open()
        try store.write {
            let owner = try store.create(Owner.self, value: ["id": 1])
            try store.create(Setting.self, value: ["id": 1, "value": owner, "maybe": ["x": [owner, 1] as [Any]]])
        }
        try store.write { try store.delete(store.objects(Owner.self)[0]) }
        let setting = store.objects(Setting.self)[0]
        #expect(setting.value.isNull && setting.maybe == ["x": [nil, 1]])
        #expect(try Store.verify(at: folder.url.appendingPathComponent("test.tarn")).faults.isEmpty)
    }

    @Test func whatCannotBeInAValueIsRefusedAndNothingWritten() throws {
        let store = try open()
        let nested = (0..<101).reduce(AnyValue.int(1)) { value, _ in [value] }
        let refused: [AnyValue] = [
            nested, .decimal(.nan), .object(ValueModels.Inner()), [["a": .object(Item())]],
        ]
        for value in refused {
            #expect(throws: StoreError.self) {
                try store.write {
                    let setting = Setting()
                    setting.value = value
                    try store.add(setting)
                }
            }
            #expect(throws: StoreError.self) {
                try store.write { try store.create(Setting.self).maybe = value }
            }
        }
        #expect(store.objects(Setting.self).isEmpty)
        try store.write { try store.create(Setting.self).value = (0..<100).reduce(1) { value, _ in [value] } }
    }

    // O5
    @Test func aValueThatIsFarTooDeepIsMeasuredWithoutGoingIntoIt() throws {
        let store = try open()
        let setting = try store.write { try store.create(Setting.self, value: ["id": 1]) }
        for depth in [101, 3000] {
            let deep = (0..<depth).reduce(AnyValue.int(1)) { value, level in level % 2 == 0 ? [value] : ["a": value] }
            #expect(throws: StoreError.self) { try store.write { setting.value = deep } }
            #expect(throws: StoreError.self) {
                try store.write {
                    let other = Setting()
                    (other.id, other.value) = (2, deep)
                    try store.add(other)
                }
            }
        }
        let deepest = (0..<100).reduce(AnyValue.int(1)) { value, _ in [value, 2] }
        try store.write { setting.value = deepest }
        #expect(setting.value == deepest && store.objects(Setting.self).count == 1)
    }

    @Test func anObjectOfAnotherStoreIsRefused() throws {
        let store = try open()
        let elsewhere = TemporaryFolder()
        let other = try Store(configuration: elsewhere.configuration(ValueModels.types))
        let stranger = try other.write { try other.create(Owner.self) }
        #expect(throws: StoreError.self) {
            try store.write { try store.create(Setting.self, value: ["value": [stranger]]) }
        }
    }

    // O7, O9
    @Test func createTakesWhatJSONHas() throws {
        let store = try open()
        let json = try JSONSerialization.jsonObject(
            with: Data(#"{"id": 1, "value": {"a": [1, 1.5, true, 0, null, "t"]}, "maybe": null}"#.utf8))
        try store.write { try store.create(Setting.self, value: json) }
        let setting = store.objects(Setting.self)[0]
        #expect(setting.value == ["a": [1, 1.5, true, 0, nil, "t"]] && setting.maybe == nil)
        #expect(throws: StoreError.self) {
            try store.write { try store.create(Setting.self, value: ["id": 2, "value": [Thread.current]]) }
        }
    }

    @Test func frozenValuesKeepTheirObjects() throws {
        let store = try open()
        let setting = try store.write {
            let owner = try store.create(Owner.self, value: ["id": 1, "name": "before"])
            return try store.create(Setting.self, value: ["id": 1, "value": ["owner": owner]])
        }
        let frozen = setting.frozen()
        try store.write { store.objects(Owner.self)[0].name = "after" }
        try onAnotherThread {
            #expect(frozen.value["owner"]?.object(Owner.self)?.name == "before")
        }
        #expect(setting.value["owner"]?.object(Owner.self)?.name == "after")
    }

    @Test func changesOfAValueAreReported() throws {
        let store = try open()
        let setting = try store.write { try store.create(Setting.self, value: ["id": 1, "value": 1]) }
        let heard = Heard()
        let token = setting.observe { change in
            guard case .change(_, let changes) = change else { return }
            for change in changes { heard.note("\(change.name)=\(change.newValue ?? "nil")") }
        }
        try store.write { setting.value = ["a": 1] }
        #expect(heard.take() == ["value=[\"a\": 1]"])
        token.invalidate()
    }
}
