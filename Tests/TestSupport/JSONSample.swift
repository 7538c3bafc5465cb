import Foundation

/// Any JSON, as Foundation reads it.
package enum JSONSample: Encodable, Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONSample])
    case object([String: JSONSample])

    // No Decodable: it would try one type after the other, and the testing library takes a backtrace of each error.
    package init(_ bytes: some Sequence<UInt8>) throws {
        self.init(try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed))
    }

    private init(_ value: Any) {
        switch value {
        case let text as String: self = .string(text)
        case let elements as [Any]: self = .array(elements.map { JSONSample($0) })
        case let members as [String: Any]: self = .object(members.mapValues { JSONSample($0) })
        case let number as NSNumber:
            // The type encodings of C: a character for a Boolean, d for a number with a fraction.
            self =
                switch unsafe String(cString: number.objCType) {
                case "c": .boolean(number.boolValue)
                case "d", "f", "Q": .number(number.doubleValue)
                default: .integer(number.int64Value)
                }
        default: self = .null
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }

    var isString: Bool { if case .string = self { true } else { false } }
}
