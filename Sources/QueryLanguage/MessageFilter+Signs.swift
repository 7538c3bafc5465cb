package import Projections

extension MessageFilter {
    /// The words that are searched without their significant signs, with the searched form.
    ///
    /// In fields of the header signs are compared.
    package func wordsWithoutSigns(in context: QueryContext) -> [(typed: String, searched: String)] {
        switch self {
        case .and(let parts), .or(let parts): parts.flatMap { $0.wordsWithoutSigns(in: context) }
        case .not(let inner): inner.wordsWithoutSigns(in: context)
        case .text(let field, let match) where !field.isOfHeader:
            match.words.compactMap { word in
                // The fold keeps those of C++ and C#.
                let folded = context.fold(word)
                guard TextMatch.losesSigns(word), TextMatch.losesSigns(folded) else { return nil }
                return (word, HeaderPart.text(TextMatch.tokens(of: folded).joined(separator: " ")))
            }
        default: []
        }
    }
}
