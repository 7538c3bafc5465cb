internal import Cryptography
public import EventLog
public import MailLedger

/// The laws that every read model has to satisfy, whatever its subject.
///
/// Its tables are a function of the log. They have the same rows if they are built at once, transaction by transaction, or
/// in two halves with a restart of the process between them. An event that was applied once is never applied again.
public enum ProjectionLaws {
    /// A law that is broken.
    public struct Violation: Error, CustomStringConvertible {
        public let law: String
        public let difference: ViewsDifference

        public var description: String {
            "\(law): \(difference.table) has \(difference.live ?? "no such row") where a build at once has \(difference.rebuilt ?? "none")"
        }
    }

    /// Checks the laws on a ledger's events.
    ///
    /// - Parameter cuts: The greatest number of moments at which the process ends; the seed selects them.
    /// - Throws: ``Violation``, or an error of the projection.
    /// - Complexity: As many builds as there are cuts, and three.
    public static func check(
        _ type: any Projection.Type, on ledger: Ledger, cuts: Int = 10, seed: UInt64 = 0
    ) throws {
        let ends = try transactionEnds(of: ledger)
        guard let head = ends.last else { return }
        let model = {
            AddedProjection(type, of: ledger.store, directory: nil, catalogue: ledger.catalogue, canWrite: true)
        }
        let whole = model()
        try whole.catchUp(through: head)

        func expect(_ law: String, of built: AddedProjection) throws {
            if let difference = try built.firstDifference(from: whole) {
                throw Violation(law: law, difference: difference)
            }
        }
        let again = model()
        try again.catchUp(through: head)
        try expect("built twice", of: again)
        try again.restart()
        try again.catchUp(through: head)
        try expect("brought up to the log twice", of: again)

        let stepwise = model()
        for end in ends { try stepwise.catchUp(through: end) }
        try expect("built transaction by transaction", of: stepwise)

        var random = SeededRandom(seed: seed)
        for cut in ends.dropLast().shuffled(using: &random).prefix(cuts) {
            let halves = model()
            try halves.catchUp(through: cut)
            try halves.restart()
            try halves.catchUp(through: head)
            try expect("built in two halves with a cut at \(cut)", of: halves)
        }
    }

    /// Checks the laws on random histories; a thrown error names the seed.
    public static func check(_ type: any Projection.Type, histories: Int, steps: Int = 40, seed: UInt64) throws {
        for round in 0..<UInt64(histories) {
            var generator = HistoryGenerator(seed: seed &+ round)
            let ledger = try Ledger.inMemory(environment: .testing(seed: seed &+ round))
            try generator.run(on: ledger, steps: steps)
            do {
                try check(type, on: ledger, seed: seed &+ round)
            } catch {
                throw SeededFailure(seed: seed &+ round, error: error)
            }
        }
    }

    /// The error for the history of a seed.
    public struct SeededFailure: Error, CustomStringConvertible {
        public let seed: UInt64
        public let error: any Error
        public var description: String { "seed \(seed): \(error)" }
    }

    private static func transactionEnds(of ledger: Ledger) throws -> [Position] {
        var ends: [Position] = []
        try ledger.store.forEachTransaction(from: 1, isBackward: false) { transaction in
            ends.append(transaction.lastPosition)
            return true
        }
        return ends
    }
}
