import CGMime

/// The values of `Content-Type` and `Content-Disposition` as they are written, each parameter in the form that it needs (RFC 2231).
public enum ContentFieldText {
    /// - Parameter parameters: Without control characters, which a field cannot hold.
    public static func contentType(
        _ type: String, _ subtype: String, _ parameters: [(name: String, value: String)]
    ) -> String {
        let made = unsafe gmime.g_mime_content_type_new(type, subtype)
        defer { unsafe gmime.g_object_unref(made) }
        for (name, value) in parameters { unsafe gmime.g_mime_content_type_set_parameter(made, name, value) }
        return unsafe text(gmime.g_mime_content_type_encode(made, nil))
    }

    public static func disposition(_ kind: String, _ parameters: [(name: String, value: String)]) -> String {
        let made = gmime.g_mime_content_disposition_new()
        defer { unsafe gmime.g_object_unref(made) }
        unsafe gmime.g_mime_content_disposition_set_disposition(made, kind)
        for (name, value) in parameters { unsafe gmime.g_mime_content_disposition_set_parameter(made, name, value) }
        return unsafe text(gmime.g_mime_content_disposition_encode(made, nil))
    }

    /// On one line: who writes the field folds it.
    private static func text(_ encoded: UnsafeMutablePointer<CChar>?) -> String {
        (unsafe ownedString(encoded) ?? "").split(whereSeparator: \.isNewline)
            .map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: " ")
    }
}

/// Writes bytes in base64, in lines of 76 characters (RFC 2045 section 6.8).
public enum ContentEncoder {
    public static func base64(_ bytes: [UInt8]) -> [UInt8] {
        var state = GMimeEncoding()
        unsafe gmime.g_mime_encoding_init_encode(&state, GMIME_CONTENT_ENCODING_BASE64)
        let capacity = unsafe gmime.g_mime_encoding_outlen(&state, bytes.count) + 64
        let encoded = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            unsafe bytes.withUnsafeBytes { input in
                // GMime reads through the pointer even when there is nothing to read.
                var none: CChar = 0
                unsafe withUnsafePointer(to: &none) { empty in
                    let source = unsafe input.baseAddress?.assumingMemoryBound(to: CChar.self) ?? empty
                    guard let target = output.baseAddress else { return }
                    unsafe target.withMemoryRebound(to: CChar.self, capacity: capacity) { target in
                        count = unsafe gmime.g_mime_encoding_flush(&state, source, input.count, target)
                    }
                }
            }
        }
        var lines: [UInt8] = []
        lines.reserveCapacity(encoded.count + encoded.count / 76 + 2)
        for byte in encoded {
            if byte == 0x0A { lines.append(0x0D) }
            lines.append(byte)
        }
        return lines
    }
}
