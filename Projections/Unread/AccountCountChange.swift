/// By how much an event changed what counts in its account, as the projections that stand after `unread` want to know it.
struct AccountCountChange: Sendable {
    let total: Int
    let unread: Int
}
