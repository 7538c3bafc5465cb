/// The form in which SEARCH compares texts: letters of any case are alike (RFC 9051 section 6.4.4).
///
/// Each character is folded alone, so a part of a text folds to a part of the folded text.
enum TextFold {
    static func fold(_ text: String) -> [UInt8] {
        var text = text
        let ascii: [UInt8]? = text.withUTF8 { bytes in
            var folded: [UInt8] = []
            folded.reserveCapacity(bytes.count)
            for index in bytes.indices {
                let byte = unsafe bytes[index]
                guard byte < 0x80 else { return nil }
                folded.append((0x41...0x5a).contains(byte) ? byte | 0x20 : byte)
            }
            return folded
        }
        return ascii ?? Array(text.lowercased().utf8)
    }
}
