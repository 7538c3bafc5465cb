/// What texts that people and programs give may hold; the same in every context.
public enum TextRule {
    /// Tells why a line that names or says something is refused; nil for one that may be kept.
    ///
    /// It holds no control characters, and nothing that turns the direction of writing (UAX 9), by which it can be made to look like
    /// another.
    ///
    /// - Parameters:
    ///   - maximum: The greatest length in bytes of UTF-8.
    ///   - mayBeBlank: Whether it may consist of white space, or of nothing.
    public static func fault(
        ofLine text: String, maximum: Int, mayBeBlank: Bool = false
    ) -> ValueError.Reason? {
        fault(of: text, maximum, mayBeBlank) { $0.isControl || $0.isBidirectionalControl }
    }

    /// Tells why a text of any number of lines is refused; nil for one that may be kept.
    ///
    /// It holds no control characters but tabs and line ends. What turns the direction of writing belongs to the texts of some languages.
    ///
    /// - Parameters:
    ///   - maximum: The greatest length in bytes of UTF-8.
    ///   - mayBeBlank: Whether it may consist of white space, or of nothing.
    public static func fault(
        ofText text: String, maximum: Int, mayBeBlank: Bool = false
    ) -> ValueError.Reason? {
        fault(of: text, maximum, mayBeBlank) { $0.isControl && $0 != "\n" && $0 != "\r" && $0 != "\t" }
    }

    private static func fault(
        of text: String, _ maximum: Int, _ mayBeBlank: Bool, isForbidden: (Unicode.Scalar) -> Bool
    ) -> ValueError.Reason? {
        if !mayBeBlank, text.isBlank { return .isEmpty }
        if text.utf8.count > maximum { return .isTooLong }
        return text.unicodeScalars.contains(where: isForbidden) ? .holdsForbiddenCharacter : nil
    }
}

extension String {
    /// Whether there is nothing but white space in it.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
