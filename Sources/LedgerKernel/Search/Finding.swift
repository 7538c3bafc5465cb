package import Domain

/// A subject of an examination, with what was found.
public struct Finding: Sendable, Hashable {
    public let subject: String
    public let isHealthy: Bool
    private let remarks: [Remark]

    /// A part of the findings, and the advice for it.
    package struct Remark: Hashable, Sendable {
        package let text: String
        package var hint: Hint?

        package init(text: String, hint: Hint? = nil) {
            self.text = text
            self.hint = hint
        }
    }

    package init(_ subject: String, isHealthy: Bool = true, _ remarks: [Remark]) {
        self.subject = subject
        self.isHealthy = isHealthy
        self.remarks = remarks
    }

    package init(_ subject: String, isHealthy: Bool = true, _ text: String, _ hint: Hint? = nil) {
        self.init(subject, isHealthy: isHealthy, [Remark(text: text, hint: hint)])
    }

    /// The finding, in words that any program may show.
    public var detail: String { detail { _ in "" } }

    /// The findings in words, with the caller's words for the advice.
    package func detail(hinting words: (Hint) -> String) -> String {
        remarks.map { $0.text + ($0.hint.map(words) ?? "") }.joined()
    }
}
