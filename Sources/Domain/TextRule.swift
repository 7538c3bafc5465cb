/// The rules for texts from people and programs; the same in every context.
public enum TextRule {
    /// Explains why a line is refused as a name or a statement; nil if it is acceptable.
    ///
    /// It must have no control characters, and no characters that change the direction of writing (UAX 9), which could
    /// make it look like another.
    ///
    /// - Parameters:
    ///   - maximum: The greatest length in bytes of UTF-8.
    ///   - mayBeBlank: Whether it may consist of white space, or of nothing.
    public static func fault(
        ofLine text: String, maximum: Int, mayBeBlank: Bool = false
    ) -> ValueError.Reason? {
        fault(of: text, maximum, mayBeBlank) { $0.isControl || $0.isBidirectionalControl }
    }

    /// Explains why a text of any number of lines is refused; nil if it is acceptable.
    ///
    /// It must have no control characters but tabs and line ends. Characters that change the direction of writing are
    /// allowed, because some languages need them.
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
