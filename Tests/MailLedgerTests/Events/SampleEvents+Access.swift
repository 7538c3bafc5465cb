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
                digest: .of("a token")),
            TokenChanged(token: token) {
                $0.name = Change(old: "phone", new: "old phone")
                $0.actor = Change(old: "ada", new: "mara")
                $0.scopes = Change(old: [.read, .write, .audit], new: [.read])
                $0.accounts = Change(old: nil, new: [AccountID(.number(1))])
                $0.expiresAt = Change(old: Timestamp(microseconds: 1_800_000_000_000_001), new: nil)
            },
            TokenRevoked(token: token),
        ]
    }

    static func bareAccess() -> [any Event & Hashable] {
        [
            TokenIssued(
                id: token, settings: TokenSettings(name: "p", actor: "a", scopes: [.read]), digest: .of("another")),
            TokenChanged(token: token) { _ in },
        ]
    }
}
