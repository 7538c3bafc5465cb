internal import EventLog
public import Mail
public import Projections

/// The rules of ``MessageRepository/search(_:account:limit:)``: a search while a person types, whose words may be
/// incomplete.
public enum MessageSearch {
    /// The greatest number of messages that a search returns.
    public static let maximum = 100

    /// The filter of a search; nil if there is nothing to look for.
    public static func filter(_ text: String, account: AccountID? = nil) -> MessageFilter? {
        let words = TextMatch(text).words
        guard !words.isEmpty else { return nil }
        let fields: [TextField] = [.subject, .from, .body]
        let each = words.map { word in
            MessageFilter.or(fields.map { .text($0, TextMatch(word, isPrefix: true)) })
        }
        return .and(each + (account.map { [.account($0.description)] } ?? []))
    }
}
