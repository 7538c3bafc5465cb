/// The requests about who may use a ledger over the network.
enum AccessRequests {
    static let entries: [RequestEntry] = [
        .query(ListTokens.self),
        .command(IssueTokenRequest.self),
        .command(ChangeTokenRequest.self),
        .command(RevokeTokenRequest.self),
    ]
}
