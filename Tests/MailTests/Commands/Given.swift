import Cryptography
import EventLog
import Mail
import Testing

/// The state of things before a command: given these, when a command decides, then these events or this refusal.
///
/// ```swift
/// var given = Given()
/// let ada = given.account("ada@example.org")
/// when { try DeleteAccount().decide(ada) }.then(AccountDeleted(account: ada.id))
/// ```
struct Given {
    private(set) var accounts: [AccountState] = []
    private(set) var folders: [FolderState] = []
    private var nextStream: Int64 = 1

    mutating func account(_ address: String, isDeleted: Bool = false) -> AccountState {
        let account = AccountState(
            id: AccountID(.number(nextStream)), stream: makeStream(), address: address, isDeleted: isDeleted)
        accounts.append(account)
        return account
    }

    mutating func folder(
        _ name: String, in account: AccountState, under parent: FolderState? = nil, role: FolderRole? = nil,
        isDeleted: Bool = false
    ) -> FolderState {
        let folder = FolderState(
            id: FolderID(.number(nextStream)), stream: makeStream(), account: account.id, accountStream: account.stream,
            parent: parent?.id, name: name, kind: .folder, role: role, isDeleted: isDeleted)
        folders.append(folder)
        return folder
    }

    /// A message with one copy a folder, with these flags and, until they are set, their keywords.
    mutating func message(
        in folders: FolderState..., flags: String = "", keywords: KeywordSet? = nil, areSet: Bool = false,
        isDeleted: Bool = false
    ) -> MessageState {
        let copies = folders.enumerated().map { offset, folder in
            MessageCopy(
                number: offset + 1, folder: folder.id, source: "\(folder.name):\(offset)", raw: .of("\(nextStream)"),
                flags: flags)
        }
        let account = folders.first?.accountStream ?? .none
        return MessageState(
            id: MessageID(.number(nextStream)), stream: makeStream(), accountStream: account,
            keywords: keywords ?? KeywordSet(maildirFlags: flags), keywordsAreSet: areSet, copies: copies,
            nextCopy: copies.count + 1, isDeleted: isDeleted)
    }

    /// The folders under a parent, deleted ones too.
    func siblings(under parent: FolderState?, in account: AccountState) -> [FolderState] {
        folders.filter { $0.account == account.id && $0.parent == parent?.id }
    }

    private mutating func makeStream() -> StreamID {
        defer { nextStream += 1 }
        return StreamID(nextStream)
    }
}

extension UniqueID {
    /// A UUID that counts.
    static func number(_ number: Int64) -> UniqueID {
        UniqueID.random { count in
            [UInt8](repeating: 0, count: count - 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
    }
}

extension SHA256Digest {
    static func of(_ text: String) -> SHA256Digest { SHA256Hasher.digest(of: Array(text.utf8)) }
}

/// Ids that count from one.
final class NewIDs {
    private var last: Int64 = 1000

    func next() -> UniqueID {
        last += 1
        return .number(last)
    }
}

/// What a command decided, or why it refused.
struct Outcome {
    let result: Result<[ProposedEvent], any Error>

    /// Expects these events and no others.
    func then(_ expected: any (Event & Hashable)..., sourceLocation: SourceLocation = #_sourceLocation) {
        switch result {
        case .success(let proposed):
            #expect(
                proposed.map { ($0.event as? any Hashable).map { AnyHashable($0) } }
                    == expected.map { AnyHashable($0) },
                sourceLocation: sourceLocation)
        case .failure(let error):
            Issue.record(error, sourceLocation: sourceLocation)
        }
    }

    /// Expects a decision to change nothing.
    func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) {
        then(sourceLocation: sourceLocation)
    }

    /// Expects a refusal of that kind.
    func thenRefused(
        sourceLocation: SourceLocation = #_sourceLocation, _ isExpected: (DomainError) -> Bool
    ) {
        switch result {
        case .success(let proposed):
            Issue.record("decided \(proposed.map(\.event))", sourceLocation: sourceLocation)
        case .failure(let error):
            let refusal = error as? DomainError
            #expect(refusal.map(isExpected) == true, "\(error)", sourceLocation: sourceLocation)
        }
    }

    func thenRefused(_ expected: DomainError, sourceLocation: SourceLocation = #_sourceLocation) {
        thenRefused(sourceLocation: sourceLocation) { $0 == expected }
    }

    func thenConflict(sourceLocation: SourceLocation = #_sourceLocation) {
        thenRefused(sourceLocation: sourceLocation) { if case .conflict = $0 { true } else { false } }
    }

    func thenForbidden(sourceLocation: SourceLocation = #_sourceLocation) {
        thenRefused(sourceLocation: sourceLocation) { if case .forbidden = $0 { true } else { false } }
    }

    func thenInvalid(_ field: String, sourceLocation: SourceLocation = #_sourceLocation) {
        thenRefused(sourceLocation: sourceLocation) { if case .invalid(field, _, _) = $0 { true } else { false } }
    }

    /// Where the events shall stand.
    var targets: [ProposedEvent.Target] { ((try? result.get()) ?? []).map(\.target) }
    var accounts: [ProposedEvent.AccountReference] { ((try? result.get()) ?? []).map(\.account) }
}

func when(_ decide: () throws -> [ProposedEvent]) -> Outcome {
    Outcome(result: Result(catching: decide))
}
