import Foundation
import Tarn
import Testing

@Suite struct AnyValueCodingTests {
    @Test func everyValueComesBackFromJSON() throws {
        let special: [AnyValue] = [
            1.0, -0.0, .double(.infinity), .double(-.infinity), .float(.infinity), ["$date": 1], ["$map": ["$x": 1]],
            ["$date": 1, "other": 2], .int(.max), .int(.min), 1e300, .decimal(Decimal(string: "-0.5")!), [:], [],
        ]
        for value in ValueModels.plain + special {
            let data = try JSONEncoder().encode([value])
            let decoded = try JSONDecoder().decode([AnyValue].self, from: data)
            #expect(decoded == [value], "\(String(decoding: data, as: UTF8.self))")
        }
        let nan = try JSONDecoder().decode([AnyValue].self, from: JSONEncoder().encode([AnyValue.double(.nan)]))
        #expect(nan[0].doubleValue?.isNaN == true)
    }

    @Test func anyJSONIsAValue() throws {
        let text = #"{"a": [1, 1.5, true, null, "x"], "$b": {"c": {}}}"#
        let value = try JSONDecoder().decode(AnyValue.self, from: Data(text.utf8))
        #expect(value == ["a": [1, 1.5, true, nil, "x"], "$b": ["c": [:]]])
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(AnyValue.self, from: Data(deep.utf8)) }
    }

    @Test func anObjectInAValueIsNotEncoded() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(AnyValue.object(ValueModels.Owner())) }
    }

    @Test func accessorsAnswerForTheirKind() {
        #expect(
            AnyValue.int(3).doubleValue == 3 && AnyValue.double(3).intValue == 3 && AnyValue.double(3.5).intValue == nil
        )
        #expect(AnyValue.decimal(12).intValue == 12 && AnyValue.int(12).decimalValue == 12)
        #expect(AnyValue.string("a").stringValue == "a" && AnyValue.string("1").intValue == nil)
        #expect(AnyValue.int(1) != .double(1) && Set<AnyValue>([1, 1.0, 1]).count == 2)
        #expect("\(AnyValue(["a": [nil, 1, "x"]] as [String: Any])!)" == "[\"a\": [nil, 1, \"x\"]]")
        #expect(AnyValue(Int?.none as Any) == .null && AnyValue(UInt64.max) == nil && AnyValue(Thread.current) == nil)
    }
}
