import CGMime

/// The fixed fold of search: text and queries pass through it, and match if a reader would call them the same.
///
/// It applies compatibility decomposition and full case folding, so that "Straße" matches "strasse". It removes accents,
/// so that "resume" matches "Résumé", the vowel points of Arabic and Hebrew, and invisible signs. Then it composes, so
/// that Hangul and kana stay whole characters. Scripts without spaces between words get one between characters, so that
/// a word is found inside a run of them, as the phrase of its characters. An English contraction (`you're`) is one word.
/// After the `C` of `C++` a word for its signs follows.
public enum SearchFold {
    /// The version of the fold, which changes when a text may fold differently: an index of another version is stale.
    public static let version = 5

    private static let words = FoldedWords()

    /// Returns the folded text; NUL becomes a space. Folding twice changes nothing.
    ///
    /// It folds each word on its own: no character reaches across a space. ASCII words take a short way, and many
    /// others are cached. Most mail has a character or two beyond ASCII, and folding all of its text by GLib was a
    /// third of the work of an import.
    ///
    /// - Complexity: O(the length of the text).
    public static func fold(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var folded: [UInt8] = []
            folded.reserveCapacity(bytes.count)
            var next = 0
            while next < bytes.count {
                let plain = unsafe endOfPlainWords(bytes, from: next)
                unsafe folded.append(contentsOf: bytes[next..<plain])
                lowercase(&folded, last: plain - next)
                next = unsafe endOfWord(bytes, from: plain)
                unsafe foldWord(bytes, plain..<next, to: &folded)
            }
            Contractions.join(&folded, findsCurly: false)
            WordSigns.mark(&folded)
            return String(decoding: folded, as: UTF8.self)
        }
    }

    /// The most bytes that are folded together: marks in a row are put in order by comparing each with each.
    private static let longestPiece = 1_024
    /// The most characters by which a piece is shorter, so that the next one does not begin with a mark.
    private static let longestCluster = 64

    private static func foldWord(_ bytes: UnsafeBufferPointer<UInt8>, _ word: Range<Int>, to folded: inout [UInt8]) {
        var start = word.lowerBound
        var isAfterWord = false
        while start < word.upperBound {
            let end = unsafe endOfPiece(bytes, start..<word.upperBound)
            let piece = words.folded(unsafe Array(bytes[start..<end]), by: foldAll)
            let scalars = end - start < word.count ? String(decoding: piece, as: UTF8.self).unicodeScalars : nil
            if start > word.lowerBound, folded.last != 0x20, piece.first != 0x20,
                isAfterWord || scalars?.first.map(isWordOfItsOwn) == true
            {
                folded.append(UInt8(ascii: " "))
            }
            let last = scalars?.last { $0.properties.generalCategory != .nonspacingMark }
            isAfterWord = last.map(isWordOfItsOwn) == true
            folded.append(contentsOf: piece)
            start = end
        }
    }

    private static func endOfPiece(_ bytes: UnsafeBufferPointer<UInt8>, _ word: Range<Int>) -> Int {
        guard word.count > longestPiece else { return word.upperBound }
        var end = word.lowerBound + longestPiece
        while unsafe bytes[end] & 0xC0 == 0x80 { end -= 1 }
        var cut = end
        for _ in 0..<longestCluster {
            let scalar = unsafe String(decoding: bytes[cut..<min(cut + 4, word.upperBound)], as: UTF8.self)
                .unicodeScalars.first
            if let scalar, !belongsToEarlier(scalar) { return cut }
            repeat { cut -= 1 } while unsafe bytes[cut] & 0xC0 == 0x80
        }
        return end
    }

    /// Whether a character is folded with the one before it: a mark, or a vowel or a final consonant of Hangul.
    private static func belongsToEarlier(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0xFF9E...0xFFDC: true
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: true
            default: false
            }
        }
    }

    /// Returns the start of the first word that is not all ASCII.
    private static func endOfPlainWords(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = start
        while index + 8 <= bytes.count,
            unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
            index += 8
        }
        while index < bytes.count, unsafe bytes[index] < 0x80 { index += 1 }
        guard index < bytes.count else { return index }
        while index > start, !isSpace(unsafe bytes[index - 1]) { index -= 1 }
        return index
    }

    private static func endOfWord(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        unsafe bytes[start...].firstIndex(where: isSpace) ?? bytes.count
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0 }

    // A single loop, so that the compiler vectorises it.
    private static func lowercase(_ bytes: inout [UInt8], last count: Int) {
        var span = bytes.mutableSpan
        for index in span.count - count..<span.count {
            let byte = span[index]
            let isUpper = byte &- 0x41 < 26
            span[index] = byte == 0 ? 0x20 : isUpper ? byte | 0x20 : byte
        }
    }

    /// Folds a text as a whole; a test compares `fold` with it.
    static func foldAll(_ text: String) -> String {
        var text = text
        // A zero-width space stands where words of Thai, Khmer and others meet.
        if text.unicodeScalars.contains(where: { $0 == "\0" || $0 == "\u{200B}" }) {
            text = String(text.unicodeScalars.map { $0 == "\0" || $0 == "\u{200B}" ? " " : Character($0) })
        }
        let decomposed = normalised(text, G_NORMALIZE_ALL)
        let folded = unsafe ownedString(glib.g_utf8_casefold(decomposed, gssize(decomposed.utf8.count))) ?? decomposed
        var bare = String.UnicodeScalarView()
        for scalar in normalised(folded, G_NORMALIZE_ALL).unicodeScalars where !isIgnored(scalar) {
            bare.append(scalar)
        }
        var result = Array(spaced(normalised(String(bare), G_NORMALIZE_ALL_COMPOSE)).utf8)
        Contractions.join(&result, findsCurly: true)
        WordSigns.mark(&result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Puts spaces around each character of a script without spaces between words, and keeps its marks with it.
    private static func spaced(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isWordOfItsOwn) else { return text }
        var result = String.UnicodeScalarView()
        result.reserveCapacity(text.utf8.count * 2)
        var isAfterWord = false
        var isAfterSpace = true
        for scalar in text.unicodeScalars {
            let isWord = isWordOfItsOwn(scalar)
            let isSpace = scalar.isSpace
            // A variation selector or another mark belongs to the character before it.
            let isMark = !isWord && isAfterWord && scalar.properties.generalCategory == .nonspacingMark
            if !isMark {
                if isWord || isAfterWord, !isAfterSpace, !isSpace { result.append(" ") }
                isAfterWord = isWord
            }
            result.append(scalar)
            isAfterSpace = isSpace
        }
        return String(result)
    }

    /// Whether a character is of Han, kana or Hangul: the blocks of their letters; full-width forms are folded already.
    private static func isWordOfItsOwn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x2E80: false
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3031...0x3035, 0x303B, 0x3041...0x3096, 0x309D...0x309F,
            0x30A1...0x30FA,
            0x30FC...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0x1AFF0...0x1B16F, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    private static func normalised(_ text: String, _ mode: GNormalizeMode) -> String {
        unsafe ownedString(glib.g_utf8_normalize(text, gssize(text.utf8.count), mode)) ?? text
    }

    /// Whether a reader sees the same word without it: a mark that is left out at will, or a sign that nobody sees.
    ///
    /// These are Unicode's blocks of combining diacritical marks, the vowel points and signs of recitation of Arabic and
    /// Hebrew, and the Arabic stroke that stretches a word. Marks of other scripts are letters to their readers.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0xAD: false
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        case 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7: true
        case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E4, 0x06E7, 0x06E8,
            0x06EA...0x06ED, 0x08D3...0x08E1, 0x08E3...0x08FF:
            true
        default: isInvisible(scalar)
        }
    }

    /// Whether nobody sees a character: a soft hyphen, a joiner or a mark of direction. U+2063 is none of them, because
    /// `WordSigns` writes it.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x034F, 0x061C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2062, 0x2064, 0x2066...0x206F, 0xFEFF:
            true
        default: false
        }
    }
}
