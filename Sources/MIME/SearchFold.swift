import CGMime

/// The pinned fold of search: text and queries pass through it, and meet where a reader would say they are the same.
///
/// Compatibility decomposition, full case folding (so that "Straße" meets "strasse"), no combining diacritical marks (so that
/// "resume" meets "Résumé"), then composition, so that Hangul and kana stay whole characters.
public enum SearchFold {
    /// Changes whenever the same text may fold to something else: an index made by another version is stale.
    public static let version = 1

    /// Returns the folded text; NUL becomes a space. Folding twice changes nothing.
    ///
    /// - Complexity: O(the length of the text); plain ASCII takes a short way.
    public static func fold(_ text: String) -> String {
        var text = text
        let ascii = text.withUTF8 { bytes in unsafe bytes.allSatisfy { $0 < 0x80 && $0 != 0 } }
        if ascii {
            return String(decoding: text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        if text.utf8.contains(0) { text = String(text.unicodeScalars.map { $0 == "\0" ? " " : Character($0) }) }
        let decomposed = normalised(text, G_NORMALIZE_ALL)
        let folded = unsafe ownedString(g_utf8_casefold(decomposed, gssize(decomposed.utf8.count))) ?? decomposed
        var bare = String.UnicodeScalarView()
        for scalar in normalised(folded, G_NORMALIZE_ALL).unicodeScalars where !isDiacritic(scalar) {
            bare.append(scalar)
        }
        return normalised(String(bare), G_NORMALIZE_ALL_COMPOSE)
    }

    private static func normalised(_ text: String, _ mode: GNormalizeMode) -> String {
        unsafe ownedString(g_utf8_normalize(text, gssize(text.utf8.count), mode)) ?? text
    }

    /// Whether it is in one of Unicode's blocks of combining diacritical marks. Marks of other scripts are letters to their readers.
    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }
}
