internal import Assist
internal import EventLog
internal import JSONCoding
public import LedgerContexts
public import LedgerKernel

/// Records the claims of a model or a person about messages; a claim that the same claimant made already is not
/// recorded.
///
/// All claims are checked before any is recorded, then recorded as one operation in transactions of at most 1,000. A
/// claim is compared with the message after the claims before it.
public struct ClassifyRequest: LedgerWork {
    public static let name = "classify"
    public typealias Answer = OutcomeForm
    /// One for each message.
    public var claims: [ClassificationLine]
    /// The claimant, for claims that do not name one; nil for the actor.
    public var by: String?
    /// The number of each claim's line in its file; nil if they are counted from 1.
    private var lines: [Int]?

    private enum CodingKeys: CodingKey { case claims, by }

    public init(claims: [ClassificationLine], by claimant: String? = nil) {
        self.claims = claims
        by = claimant
    }

    /// Reads the output of an outside classifier: a line of JSON for each message, in the form of
    /// ``ClassificationLine``.
    ///
    /// Empty lines are skipped.
    ///
    /// - Throws: ``ClassificationFault`` with the number of a line that cannot be read.
    public init(jsonLines text: [UInt8], by claimant: String? = nil) throws {
        self.init(claims: [], by: claimant)
        var numbers: [Int] = []
        for (index, bytes) in text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
        where !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) {
            do {
                claims.append(try JSONBytesDecoder().decode(ClassificationLine.self, from: Array(bytes)))
            } catch {
                throw ClassificationFault(line: index + 1, error: error, recorded: 0)
            }
            numbers.append(index + 1)
        }
        lines = numbers
    }

    /// The number of claims in one transaction.
    private static let batch = 1_000

    /// - Throws: ``ClassificationFault`` with the number of a claim that cannot be taken.
    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        if !call.isDryRun { try ledger.writing.requireWritable() }
        let claimant = by ?? call.context.actor
        func decide(_ part: Range<Int>, _ reader: LedgerReader, recorded: Int) throws -> ClassificationDecision {
            var decision = try ClassificationDecision(reader)
            for index in part {
                do {
                    try decision.take(claims[index].claimed(by: claimant))
                } catch {
                    throw ClassificationFault(line: lines?[index] ?? index + 1, error: error, recorded: recorded)
                }
            }
            return decision
        }
        var changed = try ledger.read { try decide(claims.indices, $0, recorded: 0).changed }
        var operation: OperationID?
        if !call.isDryRun {
            changed = 0
            var call = call
            for start in stride(from: 0, to: claims.count, by: Self.batch) {
                var decided = 0
                let receipt = try ledger.writing.change(call) { reader in
                    let decision = try decide(
                        start..<min(start + Self.batch, claims.count), reader, recorded: start)
                    decided = decision.changed
                    return Proposal(decision.events)
                }
                changed += decided
                guard let receipt else { continue }
                operation = receipt.operation
                call.idempotencyKey = nil
            }
        }
        let outcome = OutcomeForm(
            matched: claims.count, changed: changed, operation: operation?.description, isDryRun: call.isDryRun)
        return CommandResult(outcome, operation: operation)
    }
}

extension ClassificationLine {
    /// The line, with a claimant if it does not name one.
    fileprivate func claimed(by claimant: String) -> ClassificationLine {
        var line = self
        if line.claims.by.isEmpty { line.claims.by = claimant }
        return line
    }
}
