internal import ArgumentParsing

/// The command line of a process, as `main` got it.
struct CommandLineArguments {
    /// The path or name that the program was started by; nil where execve(2) was given no words at all.
    let program: String?
    /// Each word after the program's name as the system gave it.
    let raw: [[UInt8]]

    /// Copies the words that `main` got.
    init(count: Int32, words: UnsafePointer<UnsafeMutablePointer<CChar>?>?) {
        let all = unsafe UnsafeBufferPointer(start: words, count: Int(count)).compactMap { word in
            unsafe word.map { unsafe Self.bytes(of: $0) }
        }
        program = all.first.map { String(decoding: $0, as: UTF8.self) }
        raw = Array(all.dropFirst())
    }

    private static func bytes(of word: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        while case let byte = unsafe word[bytes.count], byte != 0 { bytes.append(UInt8(bitPattern: byte)) }
        return bytes
    }

    /// Returns the first words, or all.
    ///
    /// A word is bytes to the system (execve(2)) and text to the tool. Swift would silently put U+FFFD in place of
    /// bytes that are not UTF-8, and a query or a path would then differ from the one that was typed.
    ///
    /// - Throws: `ValidationError` for a word that is not UTF-8, with its name, and if not even the program's name is
    ///   there.
    func words(_ count: Int = .max) throws -> [String] {
        guard program != nil else {
            throw ValidationError("The program was started without a command line; start it by its name and a verb")
        }
        return try raw.prefix(count).map { bytes in
            guard let word = String(validating: bytes, as: UTF8.self) else {
                throw ValidationError(
                    "The argument '\(Self.escaped(bytes))' is not UTF-8; of a file so named, import the folder above it"
                )
            }
            return word
        }
    }

    /// An approximation of the words, for finding out how to report an error.
    var approximateWords: [String] { raw.map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes as text, with those that are no ASCII as `\xff`.
    private static func escaped(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            if (0x20..<0x7f).contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
