internal import Domain

/// The lines of an iCalendar object, folded and escaped (RFC 5545, 3.1 and 3.3.11).
struct ContentLines {
    private(set) var bytes: [UInt8] = []

    /// The greatest length of a line in bytes, its end not counted.
    static let width = 75

    /// Adds a property whose value needs no escaping.
    mutating func add(_ name: String, _ value: String) {
        fold(name + ":" + value)
    }

    /// Adds a property of type TEXT.
    mutating func add(text name: String, _ value: String) {
        fold(name + ":" + Self.escaped(value))
    }

    /// Adds an attendee, by an address, a name with one in angle brackets, or a name alone.
    ///
    /// An attendee is a calendar address (3.3.3); one without a known address gets one that leads nowhere.
    mutating func add(attendee: String) {
        let (name, address) = Self.parts(of: attendee)
        let parameter = name.isEmpty ? "" : ";CN=\"\(Self.quotable(name))\""
        fold("ATTENDEE\(parameter):\(address.map { "mailto:" + $0 } ?? "invalid:nomail")")
    }

    private static func parts(of attendee: String) -> (name: String, address: String?) {
        let words = attendee.split(separator: " ")
        if attendee.contains("@"), words.count == 1 {
            return ("", String(attendee.filter { $0 != "<" && $0 != ">" }))
        }
        if let last = words.last, last.hasPrefix("<"), last.hasSuffix(">"), last.contains("@") {
            return (words.dropLast().joined(separator: " "), String(last.dropFirst().dropLast()))
        }
        return (attendee, nil)
    }

    /// A quoted parameter has neither quotes nor control characters in it (3.2).
    private static func quotable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\"" ? "'" : $0.isControl ? " " : $0 }))
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        var followsReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case ";": escaped += "\\;"
            case ",": escaped += "\\,"
            case "\r": escaped += "\\n"
            case "\n": escaped += followsReturn ? "" : "\\n"
            // Control characters but the tab are in no text (3.1, CONTROL).
            case _ where scalar.isControl && scalar != "\t": escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
            followsReturn = scalar == "\r"
        }
        return escaped
    }

    /// Breaks a line before it is too long, never inside a character; a continued line begins with a space.
    private mutating func fold(_ line: String) {
        var count = 0
        for scalar in line.unicodeScalars {
            let encoded = Array(String(scalar).utf8)
            if count + encoded.count > Self.width {
                bytes += Array("\r\n ".utf8)
                count = 1
            }
            bytes += encoded
            count += encoded.count
        }
        bytes += Array("\r\n".utf8)
    }
}
