internal import EventLog
public import Mail
public import Projections

/// What ``MessageRepository/search(_:account:limit:)`` means: a search while somebody types, whose words may go on.
public enum MessageSearch {
    /// A search gives no more messages than so many.
    public static let maximum = 100

    /// The filter that a search stands for; nil where there is nothing to look for.
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
