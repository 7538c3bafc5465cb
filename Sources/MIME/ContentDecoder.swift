import CGMime

/// The encoding of a part for transport (RFC 2045 section 6).
enum TransferEncoding {
    case identity, base64, quotedPrintable, uuencode

    /// Reads the value of `Content-Transfer-Encoding`; an unknown value leaves the bytes unchanged.
    init(_ value: [UInt8]?) {
        guard let value else {
            self = .identity
            return
        }
        let name = String(decoding: value, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == ";" }.first ?? ""
        switch name.lowercased() {
        case "base64": self = .base64
        case "quoted-printable": self = .quotedPrintable
        case "uuencode", "x-uuencode", "x-uue": self = .uuencode
        default: self = .identity
        }
    }

    fileprivate var gmimeName: GMimeContentEncoding {
        switch self {
        case .identity: GMIME_CONTENT_ENCODING_DEFAULT
        case .base64: GMIME_CONTENT_ENCODING_BASE64
        case .quotedPrintable: GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE
        case .uuencode: GMIME_CONTENT_ENCODING_UUENCODE
        }
    }
}

/// Undoes a transfer encoding chunk by chunk.
struct ContentDecoder {
    private var state = GMimeEncoding()
    private let encoding: TransferEncoding
    /// The line before uuencoded content that may become its `begin` line; `nil` after that line.
    private var prologue: [UInt8]?

    init(_ encoding: TransferEncoding) {
        self.encoding = encoding
        prologue = encoding == .uuencode ? [] : nil
        // GMime is not loaded for what is no encoding: most text.
        if encoding != .identity { unsafe gmime.g_mime_encoding_init_decode(&state, encoding.gmimeName) }
    }

    /// Decodes the next chunk.
    mutating func decode(_ chunk: ArraySlice<UInt8>) -> [UInt8] {
        if case .identity = encoding { return Array(chunk) }
        guard prologue != nil else { return run(chunk, isLast: false) }
        let content = skipPrologue(chunk)
        return content.isEmpty ? [] : run(content, isLast: false)
    }

    /// Skips past the `begin` line (uuencode(5)), which GMime's decoder leaves to its caller.
    private mutating func skipPrologue(_ chunk: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = prologue ?? []
        for index in chunk.indices {
            if chunk[index] != 0x0A {
                // Six bytes are enough to recognise it; the rest of a line does not matter.
                if line.count < 6 { line.append(chunk[index]) }
            } else if line.starts(with: "begin ".utf8) {
                prologue = nil
                state.state |= GMIME_UUDECODE_STATE_BEGIN
                return chunk[(index + 1)...]
            } else {
                line.removeAll(keepingCapacity: true)
            }
        }
        prologue = line
        return []
    }

    /// Returns the bytes that the decoder still holds.
    mutating func finish() -> [UInt8] {
        switch encoding {
        case .identity: return []
        case .base64: return run(missingPadding, isLast: false) + run([], isLast: true)
        case .quotedPrintable, .uuencode: return run([], isLast: true)
        }
    }

    /// The padding that the sender left out, because GMime outputs whole groups of four only.
    ///
    /// GMime counts the digits of the last group in its state (`g_mime_encoding_base64_decode_step`). A single digit is
    /// less than a byte.
    private var missingPadding: ArraySlice<UInt8> {
        let digits = Int(abs(state.state)) % 4
        return digits < 2 ? [] : Array(repeating: 0x3D, count: 4 - digits)[...]
    }

    private mutating func run(_ chunk: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
        let capacity = unsafe gmime.g_mime_encoding_outlen(&state, chunk.count) + 64
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            unsafe chunk.withUnsafeBytes { input in
                // GMime reads through the pointer even when there is nothing to read.
                var none: CChar = 0
                unsafe withUnsafePointer(to: &none) { empty in
                    let source = unsafe input.baseAddress?.assumingMemoryBound(to: CChar.self) ?? empty
                    guard let target = output.baseAddress else { return }
                    unsafe target.withMemoryRebound(to: CChar.self, capacity: capacity) { target in
                        count =
                            unsafe isLast
                            ? gmime.g_mime_encoding_flush(&state, source, input.count, target)
                            : gmime.g_mime_encoding_step(&state, source, input.count, target)
                    }
                }
            }
        }
    }
}
