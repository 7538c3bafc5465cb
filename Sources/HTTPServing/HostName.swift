/// The field `Host` of a request: a name or an address, and a port where one is given (RFC 9112 section 3.2).
public struct HostName: Hashable, Sendable {
    /// In lower case; an address of version 6 without its brackets.
    public let name: String
    public let port: UInt16?

    /// Reads the field; nil for a text that is none.
    public init?(_ field: String) {
        let text = Array(field.utf8)
        guard !text.isEmpty, text.count <= 255,
            text.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "@") })
        else { return nil }
        var name: ArraySlice<UInt8>
        var rest: ArraySlice<UInt8>
        if text[0] == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            name = text[1..<end]
            rest = text[(end + 1)...]
        } else {
            let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
            name = text[..<colon]
            rest = text[colon...]
        }
        if let first = rest.first {
            guard first == UInt8(ascii: ":"), rest.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }),
                let port = UInt16(String(decoding: rest.dropFirst(), as: UTF8.self))
            else { return nil }
            self.port = port
        } else {
            port = nil
        }
        guard !name.isEmpty else { return nil }
        self.name = String(decoding: name.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
