internal import ArgumentParser
internal import Glibc

/// The words after the program's name.
enum CommandLineArguments {
    /// Returns the words.
    ///
    /// A word is bytes to the system (execve(2)) and text to the tool; Swift would silently put U+FFFD for what is no UTF-8,
    /// and a query or a path would then be another one than was typed.
    ///
    /// - Throws: `ValidationError` for a word that is no UTF-8, naming it.
    static func words() throws -> [String] {
        try raw.dropFirst().map { bytes in
            guard let word = String(validating: bytes, as: UTF8.self) else {
                throw ValidationError(
                    "The argument '\(escaped(bytes))' is not UTF-8; of a file so named, import the folder above it")
            }
            return word
        }
    }

    /// What the words are at least, for looking at how an error is to be told.
    static var approximateWords: [String] { raw.dropFirst().map { String(decoding: $0, as: UTF8.self) } }

    /// Each word of the command line as the system gave it.
    static var raw: [[UInt8]] {
        unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).compactMap { word in
            unsafe word.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    /// The bytes as text, with those that are no ASCII as `\xff`.
    private static func escaped(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            if (0x20..<0x7f).contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
