internal import LedgerKernel

/// The requests about access to a ledger over the network.
enum AccessRequests {
    static let entries: [RequestEntry] = [
        .query(ListTokens.self),
        .command(IssueTokenRequest.self),
        .command(ChangeTokenRequest.self),
        .command(RevokeTokenRequest.self),
    ]
}
