/// One value of an answer: what a client reads of it.
indirect enum AnswerValue: Equatable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByIntegerLiteral,
    ExpressibleByNilLiteral
{
    case none
    case number(Int)
    case string(String)
    case list([AnswerValue])

    init(stringLiteral value: String) { self = .string(value) }
    init(arrayLiteral values: AnswerValue...) { self = .list(values) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(nilLiteral: ()) { self = .none }

    subscript(index: Int) -> AnswerValue {
        guard case .list(let values) = self, values.indices.contains(index) else { return .string("(missing)") }
        return values[index]
    }

    var values: [AnswerValue] {
        guard case .list(let values) = self else { return [] }
        return values
    }

    var isString: Bool { if case .string = self { true } else { false } }
    var isNumber: Bool { if case .number = self { true } else { false } }
    var isList: Bool { if case .list = self { true } else { false } }
}

/// Reads the parenthesised text of an answer by the grammar of RFC 9051 section 9.
struct AnswerReader {
    struct Malformed: Error {
        let place: Int
    }

    private let bytes: [UInt8]
    private var index = 0

    static func value(_ bytes: [UInt8]) throws -> AnswerValue {
        var reader = AnswerReader(bytes: bytes)
        let value = try reader.value(depth: 0)
        guard reader.index == bytes.count else { throw Malformed(place: reader.index) }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ byte: UInt8) throws {
        guard peek == byte else { throw Malformed(place: index) }
        index += 1
    }

    private mutating func value(depth: Int) throws -> AnswerValue {
        guard depth < 300 else { throw Malformed(place: index) }
        switch peek {
        case UInt8(ascii: "("):
            index += 1
            var values: [AnswerValue] = []
            while peek != UInt8(ascii: ")") {
                // Addresses and parts follow each other without a blank.
                if let last = values.last, !(last.isList && peek == UInt8(ascii: "(")) { try take(0x20) }
                values.append(try value(depth: depth + 1))
            }
            index += 1
            // No list of these answers may be empty.
            guard !values.isEmpty else { throw Malformed(place: index) }
            return .list(values)
        case 0x22:
            index += 1
            var string: [UInt8] = []
            while let byte = peek, byte != 0x22 {
                guard byte < 0x80, byte != 0, byte != 0x0D, byte != 0x0A else { throw Malformed(place: index) }
                if byte == 0x5C {
                    index += 1
                    guard peek == 0x22 || peek == 0x5C else { throw Malformed(place: index) }
                }
                string.append(bytes[index])
                index += 1
            }
            try take(0x22)
            return .string(String(decoding: string, as: UTF8.self))
        case UInt8(ascii: "{"):
            index += 1
            let count = try number()
            for byte in "}\r\n".utf8 { try take(byte) }
            guard count <= bytes.count - index else { throw Malformed(place: index) }
            let string = bytes[index..<(index + count)]
            guard !string.contains(0) else { throw Malformed(place: index) }
            index += count
            return .string(String(decoding: string, as: UTF8.self))
        case UInt8(ascii: "N"):
            for byte in "NIL".utf8 { try take(byte) }
            return .none
        default: return .number(try number())
        }
    }

    private mutating func number() throws -> Int {
        let start = index
        while let byte = peek, (0x30...0x39).contains(byte) { index += 1 }
        guard let number = Int(String(decoding: bytes[start..<index], as: UTF8.self)) else {
            throw Malformed(place: start)
        }
        return number
    }
}

/// What RFC 9051 section 9 wants of `envelope` and `body`, beyond parentheses.
enum AnswerShape {
    static func isEnvelope(_ value: AnswerValue) -> Bool {
        let fields = value.values
        guard fields.count == 10 else { return false }
        return (0..<10).allSatisfy { (2...7).contains($0) ? isAddressList(fields[$0]) : isNString(fields[$0]) }
    }

    static func isBody(_ value: AnswerValue, isExtended: Bool) -> Bool {
        let values = value.values
        guard let first = values.first else { return false }
        if first.isList {
            let parts = values.prefix { $0.isList }
            let rest = Array(values.dropFirst(parts.count))
            return parts.allSatisfy { isBody($0, isExtended: isExtended) } && rest.first?.isString == true
                && rest.count == (isExtended ? 5 : 1)
                && (!isExtended || isParameters(rest[1]) && isExtension(Array(rest[2...])))
        }
        guard values.count >= 7, values[0].isString, values[1].isString, isParameters(values[2]), isNString(values[3]),
            isNString(values[4]), values[5].isString, values[6].isNumber
        else { return false }
        var rest = Array(values[7...])
        let type = (lowercased(values[0]), lowercased(values[1]))
        if type.0 == "message", ["rfc822", "global"].contains(type.1) {
            guard rest.count >= 3, isEnvelope(rest[0]), isBody(rest[1], isExtended: isExtended), rest[2].isNumber else {
                return false
            }
            rest.removeFirst(3)
        } else if type.0 == "text" {
            guard rest.first?.isNumber == true else { return false }
            rest.removeFirst()
        }
        return type.0 != "multipart"
            && (isExtended
                ? rest.count == 4 && isNString(rest[0]) && isExtension(Array(rest[1...])) : rest.isEmpty)
    }

    private static func lowercased(_ value: AnswerValue) -> String {
        if case .string(let text) = value { text.lowercased() } else { "" }
    }

    private static func isExtension(_ values: [AnswerValue]) -> Bool {
        guard values.count == 3 else { return false }
        let disposition = values[0]
        let isDisposition =
            disposition == nil
            || disposition.values.count == 2 && disposition[0].isString && isParameters(disposition[1])
        return isDisposition && (isNString(values[1]) || values[1].values.allSatisfy(\.isString))
            && isNString(values[2])
    }

    private static func isParameters(_ value: AnswerValue) -> Bool {
        value == nil || value.isList && value.values.count.isMultiple(of: 2) && value.values.allSatisfy(\.isString)
    }

    private static func isNString(_ value: AnswerValue) -> Bool { value == nil || value.isString }

    /// Whether each has four parts, and each group an end.
    private static func isAddressList(_ value: AnswerValue) -> Bool {
        var isInGroup = false
        for address in value.values {
            guard address.values.count == 4, address.values.allSatisfy(isNString) else { return false }
            if address[3] == nil {
                guard isInGroup == (address[2] == nil) else { return false }
                isInGroup.toggle()
            }
        }
        return (value == nil || value.isList) && !isInGroup
    }
}
