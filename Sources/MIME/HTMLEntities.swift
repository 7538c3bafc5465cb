/// The character references that mail uses (https://html.spec.whatwg.org/multipage/named-characters.html).
enum HTMLEntities {
    /// Returns the text for `amp`, `#65` or `#x41`; `nil` if it is no reference.
    static func text(of body: String) -> String? {
        if body.hasPrefix("#") { return numeric(body.dropFirst()) }
        return named[body] ?? named[body.lowercased()]
    }

    private static func numeric(_ digits: Substring) -> String? {
        let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
        guard let value = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10) else { return nil }
        // Numbers between 128 and 159 mean windows-1252 (the HTML standard's "numeric character reference end state").
        if (0x80...0x9F).contains(value) { return Charset.text([UInt8(value)], charset: "windows-1252") }
        guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
        return String(Character(scalar))
    }

    private static let named: [String: String] = {
        var table = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "euro": "€", "hellip": "…",
            "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
            "bdquo": "„",
            "bull": "•", "trade": "™", "dagger": "†", "Dagger": "‡", "permil": "‰", "lsaquo": "‹", "rsaquo": "›",
            "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "minus": "−", "ne": "≠", "le": "≤",
            "ge": "≥",
            "infin": "∞", "asymp": "≈", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ",
            "fnof": "ƒ",
            "ensp": " ", "emsp": " ", "thinsp": " ", "zwnj": "", "zwj": "", "lrm": "", "rlm": "", "shy": "",
            "check": "✓",
            "hearts": "♥", "starf": "★", "star": "☆", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "pi": "π",
            "mu": "μ", "Omega": "Ω", "omega": "ω", "sum": "∑", "radic": "√", "copy": "©", "reg": "®",
        ]
        for (offset, name) in latin1.split(separator: " ").enumerated() {
            if let scalar = Unicode.Scalar(UInt32(0xA1 + offset)) { table[String(name)] = String(Character(scalar)) }
        }
        table["shy"] = ""
        return table
    }()

    /// The names of U+00A1 to U+00FF, in order.
    private static let latin1 = """
        iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot \
        cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc \
        Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute \
        THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth \
        ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """
}
