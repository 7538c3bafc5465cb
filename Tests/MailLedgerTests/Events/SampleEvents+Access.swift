import Access
import CivilTime
import EventLog

extension SampleEvents {
    static let token = TokenID(.number(30))

    static func access() -> [any Event & Hashable] {
        [
            TokenIssued(
                id: token,
                settings: TokenSettings(
                    name: "phone", actor: "ada", scopes: Set(AccessScope.allCases),
                    accounts: [AccountID(.number(1)), AccountID(.number(2))],
                    expiresAt: Timestamp(microseconds: 1_800_000_000_000_001)),
                secretDigest: .of("a token")),
            TokenChanged(tokenID: token) {
                $0.name = Change(old: "phone", new: "old phone")
                $0.actor = Change(old: "ada", new: "mara")
                $0.scopes = Change(old: [.read, .write, .audit], new: [.read])
                $0.accounts = Change(old: nil, new: [AccountID(.number(1))])
                $0.expiresAt = Change(old: Timestamp(microseconds: 1_800_000_000_000_001), new: nil)
            },
            TokenRevoked(tokenID: token),
        ]
    }

    static func bareAccess() -> [any Event & Hashable] {
        [
            TokenIssued(
                id: token, settings: TokenSettings(name: "p", actor: "a", scopes: [.read]), secretDigest: .of("another")
            ),
            TokenChanged(tokenID: token) { _ in },
        ]
    }
}
