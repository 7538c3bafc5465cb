import EventLog
import Fleet
import MailLedger
import TestSupport
import Testing

/// A machine of a fleet: folders of its own for caches and keys.
struct FleetNode: Sendable {
    let variables: [String: String]

    init(_ name: String, in directory: TemporaryDirectory) {
        variables = [
            "XDG_CACHE_HOME": directory.path("\(name)/cache"), "XDG_DATA_HOME": directory.path("\(name)/data"),
            "HOME": directory.path(name),
        ]
    }

    func place(_ url: String) throws -> PostgresPlace {
        try PostgresPlace(at: #require(LedgerURL(url)), variables: variables)
    }

    func open(_ url: String) throws -> Ledger {
        try place(url).open(.readWrite, environment: .current())
    }

    /// Opens it for one task after the other.
    func openContainer(_ url: String) throws -> LedgerContainer {
        try LedgerContainer.open(at: place(url), access: .readWrite, environment: .current())
    }

    /// Runs the tool on the ledger.
    ///
    /// - Throws: ``EventLogError/unconfirmed(_:)`` for exit code 7; ``ToolFailure`` for others.
    @discardableResult
    func run(_ line: String, on url: String) throws -> String {
        let program = try #require(mailledgerProgram()).path
        let output = try shell(
            "'\(program)' \(line)", environment: variables.merging(["MAILLEDGER": url]) { $1 })
        switch output.status {
        case 0: return output.text
        case 7: throw EventLogError.unconfirmed(OperationID(.none))
        default: throw ToolFailure(status: output.status, text: output.text)
        }
    }
}

struct ToolFailure: Error {
    let status: Int32
    let text: String
}

extension Ledger {
    /// How often the log has each reason.
    func recordedReasons() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        var position = Position.start
        while case let page = try store.recorded(after: position, decodedBy: catalogue), page.position > position {
            for transaction in page.transactions { counts[transaction.header?.reason ?? "", default: 0] += 1 }
            position = page.position
        }
        return counts
    }
}
