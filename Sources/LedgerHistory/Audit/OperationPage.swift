internal import EventLog
internal import LedgerKernel
internal import Projections

/// Where a list of operations, the latest first, goes on.
///
/// An operation stands in the list where its latest transaction does that is selected. Where it has several, some of them may lie
/// behind the place at which the list goes on: it was listed before.
final class OperationPage {
    /// The number of the last transaction that is looked at.
    let end: Int64
    private let last: Int64
    private let question: LogQuestion
    private let reader: LedgerReader
    /// The positions of what is asked about, where an operation of several transactions has to be asked for them.
    private var positions: Set<Position>?

    /// - Parameter position: The last position of the operation behind which the list goes on; any other leaves out the
    ///   transactions that end there or later.
    init(before position: Position, of question: LogQuestion, through last: Int64, _ reader: LedgerReader) throws {
        self.question = question
        self.reader = reader
        self.last = last
        guard let transaction = try reader.store.transaction(holding: position), transaction.number <= last else {
            end = position > .start ? last : 0
            return
        }
        var listed = transaction
        let all = try reader.store.transactions(of: transaction.operation).filter { $0.number <= last }
        if transaction.lastPosition == position, all.last?.number == transaction.number {
            var found: Set<Position>?
            listed = try all.last { try Self.isSelected($0, question, reader, &found) } ?? transaction
        }
        end = listed.number - 1
    }

    /// Whether an operation was listed before the place at which the list goes on.
    func isBehind(_ operation: OperationID) throws -> Bool {
        let later = try reader.store.transactions(of: operation).filter { $0.number > end && $0.number <= last }
        return try later.contains { try Self.isSelected($0, question, reader, &positions) }
    }

    private static func isSelected(
        _ transaction: StoredTransaction, _ question: LogQuestion, _ reader: LedgerReader,
        _ positions: inout Set<Position>?
    ) throws -> Bool {
        guard try reader.store.selects(transaction, question.selection),
            try question.takesReason(transaction.openedHeader()?.reason),
            try reader.hasEffect(transaction, of: question)
        else { return false }
        guard question.messages != nil || question.positions != nil else { return true }
        let wanted =
            try positions ?? question.positions.map { Set($0) }
            ?? MessageEvents(of: question.messages ?? [], reader).positions(through: reader.position)
        positions = wanted
        return try wanted.contains { position in
            guard transaction.firstPosition <= position, position <= transaction.lastPosition else { return false }
            return try reader.store.place(of: position).map { try reader.hasEffect($0, of: question) } ?? false
        }
    }
}
