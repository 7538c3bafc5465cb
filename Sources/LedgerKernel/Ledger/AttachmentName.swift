/// Makes names for files out of names in mail, which may lead anywhere and look like anything.
public enum AttachmentName {
    /// Fewer bytes than a file system allows, so that a mark for its temporary place and a number still fit.
    private static let longest = 200

    /// Returns a name without folders, control and direction characters, and dots or dashes at its start.
    ///
    /// Where nothing is left, the attachment's number and its type make a name.
    public static func safe(_ name: String?, _ number: Int, _ mimeType: String) -> String {
        // Both signs, because Windows separates folders by the other one. By scalars: a slash followed by an accent is
        // another Character, but still a slash to the file system.
        let last = (name ?? "").unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? []
        var scalars = String.UnicodeScalarView()
        for scalar in last { scalars.append(isHarmless(scalar) ? scalar : "_") }
        var text = String(scalars)[...]
        let start = text.unicodeScalars.firstIndex { scalar in
            !(scalar == "." || scalar == "-" || scalar == "~" || scalar.properties.isWhitespace)
        }
        text = text[(start ?? text.endIndex)...]
        while let end = text.last, end == "." || end.isWhitespace { text = text.dropLast() }
        guard text.contains(where: { $0 != "_" && $0 != "." }) else {
            return "attachment-\(number)" + (endings[mimeType] ?? ".bin")
        }
        return shortened(text)
    }

    /// Returns the names with a number before the ending of each that stood before: `a.txt`, `a-2.txt`.
    static func distinct(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            var candidate = name
            var number = 2
            let (stem, ending) = parts(name[...])
            // Some file systems hold names of different case to be one.
            while !taken.insert(candidate.lowercased()).inserted {
                candidate = "\(stem)-\(number)\(ending)"
                number += 1
            }
            return candidate
        }
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }

    private static func shortened(_ name: Substring) -> String {
        guard name.utf8.count > longest else { return String(name) }
        let (stem, ending) = parts(name)
        let kept = ending.utf8.count <= 20 ? ending : ""
        var result = ""
        for character in stem {
            guard result.utf8.count + character.utf8.count + kept.utf8.count <= longest else { break }
            result.append(character)
        }
        return result + kept
    }

    private static func parts(_ name: Substring) -> (stem: Substring, ending: Substring) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (name[..<dot], name[dot...])
    }

    private static let endings = [
        "message/rfc822": ".eml", "text/plain": ".txt", "text/html": ".html", "text/calendar": ".ics",
        "application/pdf": ".pdf", "image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif",
        "application/zip": ".zip", "application/pgp-signature": ".asc", "application/json": ".json",
    ]
}
