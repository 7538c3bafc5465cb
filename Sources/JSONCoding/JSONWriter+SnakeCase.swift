extension JSONWriter {
    /// Writes a key such as `messageID` as `message_id`; one that is written so already stays.
    ///
    /// A capital begins a word, and the last of several in a row does where a small letter follows: `isRead`, `rawURL`, `URLPath`.
    mutating func write(snakeCase key: String) {
        var key = key
        let written = key.withUTF8 { bytes in
            guard unsafe bytes.contains(where: Self.isCapital) else { return false }
            write(UInt8(ascii: "\""))
            for index in 0..<bytes.count {
                let byte = unsafe bytes[index]
                guard Self.isCapital(byte) else {
                    write(byte)
                    continue
                }
                if index > 0 {
                    let followsCapital = Self.isCapital(unsafe bytes[index - 1])
                    let endsRun = index + 1 < bytes.count && Self.isSmall(unsafe bytes[index + 1])
                    if !followsCapital || endsRun { write(UInt8(ascii: "_")) }
                }
                write(byte | 0x20)
            }
            write(UInt8(ascii: "\""))
            return true
        }
        if !written { write(string: key) }
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}
