internal import Content
internal import EventLog
internal import LedgerCare
internal import LedgerContexts
internal import LedgerKernel
internal import Mail
internal import Projections
internal import Requests

/// The holds that can cover mail which an import has not added yet.
///
/// A hold's query asks read models, which do not have such mail. So the mail is imported into a ledger in memory, a batch at
/// a time, and the query asks there. The dry run then takes as long as the import.
struct HeldArrivals {
    /// The account's address.
    private let account: String
    private let coversAccount: Bool
    private let queries: [HoldRow]

    init(in account: String, _ reader: LedgerReader) throws {
        let row = try reader.account(account)
        self.account = row.address
        let holds = try HoldsQuery(on: reader.connection).all()
        coversAccount = holds.contains { hold in
            guard case .account = hold.target else { return false }
            return hold.accountStream == row.stream
        }
        queries = holds.filter { hold in
            guard case .query = hold.target else { return false }
            return true
        }
    }

    /// Returns those of some new messages that a hold will cover.
    ///
    /// - Parameter folder: The path of the folder for messages at the top.
    func held(
        among candidates: [ImportCandidate], in folder: String, _ options: ImportOptions, _ ledger: Ledger
    ) throws -> [ImportCandidate] {
        guard !coversAccount else { return candidates }
        guard !queries.isEmpty, !candidates.isEmpty else { return [] }
        let trial = try importing(candidates, to: folder, options, ledger)
        return try trial.read { reader in
            let stream = try reader.account(account).stream
            let same = SameMessage(connection: reader.connection, content: trial.content)
            let guardian = try HoldGuard(reader)
            let arrived = try candidates.map { try same.stream(of: $0.digests, in: stream) }
            var held: Set<StreamID> = []
            for hold in queries {
                held.formUnion(try guardian.covered(by: hold, among: Set(arrived.compactMap(\.self))))
            }
            return zip(candidates, arrived).compactMap { candidate, stream in
                stream.map { held.contains($0) } == true ? candidate : nil
            }
        }
    }

    /// Makes a ledger in memory that has nothing but the messages.
    private func importing(
        _ candidates: [ImportCandidate], to folder: String, _ options: ImportOptions, _ ledger: Ledger
    ) throws -> Ledger {
        let trial = try Ledger.inMemory(environment: ledger.environment)
        let context = trial.context(command: "import")
        _ = try trial.perform(AddAccountRequest(account: AddAccount(address: account)))
        try trial.mail.makeMissingFolders(on: folder, of: account, CommandCall(context))
        var options = options
        (options.folder, options.allowsErased) = (folder, true)
        _ = try trial.writing.store(
            { [content = trial.content] in try ImportCandidate.store(candidates, in: content) },
            before: {
                try trial.writing.change(context) { reader in
                    var decision = try ImportDecision(
                        account: account, options: options, reader: reader, ledger: trial)
                    var report = ImportReport()
                    for candidate in candidates { try decision.record(candidate, counting: &report) }
                    return decision.events
                }
            })
        return trial
    }
}
