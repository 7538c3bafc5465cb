/// Writes a file name so that different names stay different: bytes that are not UTF-8 become `\\xE9`.
func distinctText(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var rest = Array(bytes)[...]
    while let first = rest.first {
        // The longest scalar first: at most four bytes encode one (RFC 3629 section 3).
        let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
        if let length, let scalar = String(validating: rest.prefix(length), as: UTF8.self) {
            text += scalar
            rest = rest.dropFirst(length)
        } else {
            text += "\\x" + (first < 16 ? "0" : "") + String(first, radix: 16, uppercase: true)
            rest = rest.dropFirst()
        }
    }
    return text
}
