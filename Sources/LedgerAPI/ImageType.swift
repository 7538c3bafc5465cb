/// The type of a picture by how its bytes begin, whatever its sender says: only pictures that run nothing.
enum ImageType {
    /// Returns the type; nil for what is no such picture.
    static func type(of bytes: [UInt8]) -> String? {
        func has(_ signs: String, at place: Int = 0) -> Bool {
            bytes.count >= place && bytes[place...].starts(with: signs.utf8)
        }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if has("GIF87a") || has("GIF89a") { return "image/gif" }
        if has("RIFF"), has("WEBP", at: 8) { return "image/webp" }
        if has("ftypavif", at: 4) { return "image/avif" }
        if has("BM"), bytes.count > 26 { return "image/bmp" }
        return nil
    }
}
