internal import EventLog

/// The subject of a canned answer. The raw values are stored, and JSON has them.
public enum AnswerCategory: String, Codable, Hashable, Sendable, CaseIterable {
    case equipment = "Equipment"
    case software = "Software"
    case business = "Business"
    case personal = "Personal"
    case career = "Career"
    case other = "Other"
}

/// The settings of a canned answer beside its id: those that are shown, and that a command may change.
public struct AnswerSettings: Hashable, Sendable {
    public var category: AnswerCategory
    /// The words of questions that it answers.
    public var questionPattern: String
    /// The text of the answer.
    public var text: String
    /// Whether it is proposed and may be used.
    public var isEnabled: Bool

    public init(category: AnswerCategory, questionPattern: String, text: String, isEnabled: Bool = true) {
        self.category = category
        self.questionPattern = questionPattern
        self.text = text
        self.isEnabled = isEnabled
    }

    /// Returns the settings with a change undone, and names the fields that no longer have the value it gave them.
    public func undoing(_ changed: AnswerChanged) -> (settings: AnswerSettings, stale: [String]) {
        let (settings, stale) = AnswerChanged.fields.takingBack(changed, in: self)
        return (settings, stale)
    }
}
