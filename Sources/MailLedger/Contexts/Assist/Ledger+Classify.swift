internal import Assist
public import EventLog
internal import JSONCoding

extension Ledger {
    /// At most so many lines become one transaction.
    private static let batch = 1_000

    /// Records what somebody claims of a message; what is claimed already by the same is not recorded.
    @discardableResult
    public func classify(
        _ line: ClassificationLine, context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        do {
            return try classify(lines: [(1, line)], context: context, dryRun: dryRun)
        } catch let fault as ClassificationFault {
            throw fault.error
        }
    }

    /// Records what an outside classifier writes: a line of JSON for each message, as ``ClassificationLine`` has it.
    ///
    /// All lines are checked before anything is recorded, and then recorded in transactions of at most 1,000 lines. A line
    /// is held against what the lines before it made of its message. Empty lines are passed over.
    ///
    /// - Parameters:
    ///   - claimant: Who says so, in lines that do not tell.
    ///   - context: One operation, however many transactions.
    /// - Throws: ``ClassificationFault`` with the number of a line that cannot be taken.
    @discardableResult
    public func classify(
        jsonLines text: [UInt8], by claimant: String, context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        var lines: [NumberedLine] = []
        for (index, bytes) in text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
        where !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) {
            do {
                let line = try JSONBytesDecoder().decode(ClassificationLine.self, from: Array(bytes))
                lines.append((index + 1, line.claimed(by: claimant)))
            } catch {
                throw ClassificationFault(line: index + 1, error: error, recorded: 0)
            }
        }
        return try classify(lines: lines, context: context, dryRun: dryRun)
    }

    /// Records claims of many messages, as ``classify(jsonLines:by:context:dryRun:)`` does.
    ///
    /// - Throws: ``ClassificationFault`` with the number of a claim that cannot be taken, counted from 1.
    @discardableResult
    public func classify(
        _ lines: [ClassificationLine], by claimant: String, context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        let numbered = lines.enumerated().map { ($0 + 1, $1.claimed(by: claimant)) }
        return try classify(lines: numbered, context: context, dryRun: dryRun)
    }

    private typealias NumberedLine = (number: Int, line: ClassificationLine)

    private func classify(
        lines: [NumberedLine], context: OperationContext, dryRun: Bool
    ) throws -> MessagesOutcome {
        func decide(
            _ lines: ArraySlice<NumberedLine>, _ reader: LedgerReader, recorded: Int
        ) throws -> ClassificationDecision {
            var decision = try ClassificationDecision(reader)
            for (number, line) in lines {
                do {
                    try decision.take(line)
                } catch {
                    throw ClassificationFault(line: number, error: error, recorded: recorded)
                }
            }
            return decision
        }
        if !dryRun { try requireWritable() }
        var (changed, receipt) = (try read { try decide(lines[...], $0, recorded: 0).changed }, Receipt?.none)
        if !dryRun {
            changed = 0
            for start in stride(from: 0, to: lines.count, by: Self.batch) {
                let part = lines[start..<min(start + Self.batch, lines.count)]
                var decided = 0
                let appended = try change(context) { reader in
                    let decision = try decide(part, reader, recorded: start)
                    decided = decision.changed
                    return decision.events
                }
                changed += decided
                receipt = appended ?? receipt
            }
        }
        return MessagesOutcome(matched: lines.count, changed: changed, receipt: receipt)
    }
}

extension ClassificationLine {
    /// The line, said by somebody where it does not tell by whom.
    fileprivate func claimed(by claimant: String) -> ClassificationLine {
        var line = self
        if line.claims.by.isEmpty { line.claims.by = claimant }
        return line
    }
}
