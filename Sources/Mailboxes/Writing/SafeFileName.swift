/// File names made from the contents of mail: one component of a path, which is not hidden and leads nowhere else.
package enum SafeFileName {
    /// Returns the name of a message's file without its extension: `2024-03-04-How-is-the-razor-ab4de754`.
    ///
    /// It keeps the letters and digits of all scripts from the subject, at most 60 bytes of them.
    /// - Parameter day: The date of the message, `YYYY-MM-DD`.
    package static func message(day: String, subject: String?, id: String) -> String {
        [day, cut(words(subject ?? ""), to: 60), String(id.prefix(8))].filter { !$0.isEmpty }.joined(separator: "-")
    }

    /// Returns the name of the folder for an account.
    package static func account(_ address: String) -> String {
        // Works on scalars: a slash followed by an accent is another Character, but still a slash to the file system.
        let scalars = address.unicodeScalars.map { $0 == "/" || $0 == "\0" ? "_" : $0 }
        let name = cut(String(String.UnicodeScalarView(scalars)), to: 240)
        return name.isEmpty || name.utf8.first == UInt8(ascii: ".") ? "_" + name : name
    }

    /// Returns the longest prefix of a text of at most `length` bytes in UTF-8 that cuts no character.
    package static func cut(_ text: String, to length: Int) -> String {
        var end = text.startIndex
        var count = 0
        while end < text.endIndex {
            count += text[end].utf8.count
            if count > length { break }
            end = text.index(after: end)
        }
        return String(text[..<end])
    }

    private static func words(_ text: String) -> String {
        text.prefix(200).unicodeScalars.split { scalar in
            !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        }.map(String.init).joined(separator: "-")
    }
}
