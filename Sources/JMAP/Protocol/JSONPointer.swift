/// The names in a JSON pointer (RFC 6901), with their escapes.
enum JSONPointer {
    /// Returns the names between the slashes; nil where a tilde is followed by neither 0 nor 1 (section 3).
    static func names(_ text: String) -> [String]? {
        var names: [String] = []
        // By bytes: a slash with a combining mark behind it is one character.
        for piece in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            var name: [UInt8] = []
            var bytes = piece.makeIterator()
            while let byte = bytes.next() {
                guard byte == UInt8(ascii: "~") else {
                    name.append(byte)
                    continue
                }
                switch bytes.next() {
                case UInt8(ascii: "0"): name.append(UInt8(ascii: "~"))
                case UInt8(ascii: "1"): name.append(UInt8(ascii: "/"))
                default: return nil
                }
            }
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names
    }

    /// The name as a pointer has it.
    static func escaped(_ name: String) -> String {
        let bytes = name.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "~"): Array("~0".utf8)
            case UInt8(ascii: "/"): Array("~1".utf8)
            default: [byte]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
