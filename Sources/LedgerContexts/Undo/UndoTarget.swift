internal import EventLog
internal import LedgerKernel
internal import Mail

/// The target of an undo.
public enum UndoTarget: Sendable, Hashable {
    /// The latest operation that is no undo and has not been undone.
    case latest
    /// The operation whose id has this prefix.
    case operation(prefix: String)
    /// One transaction by its number.
    case transaction(Int64)
    /// All operations between two, including both, in either order.
    ///
    /// The place of an operation is that of its first transaction.
    case operations(from: String, through: String)
    /// All transactions between two numbers, including both.
    case transactions(ClosedRange<Int64>)

    /// Whether it names a range.
    public var isRange: Bool {
        switch self {
        case .operations, .transactions: true
        default: false
        }
    }
}

/// The transactions of a target.
struct UndoSelection {
    /// In order; at least one.
    let transactions: [StoredTransaction]
    let first: StoredTransaction
    private let target: UndoTarget

    init(_ target: UndoTarget, in reader: LedgerReader) throws {
        self.target = target
        transactions = try Self.transactions(of: target, in: reader.store)
        guard let first = transactions.first else { throw DomainError.notFound(kind: "operation", name: "to undo") }
        self.first = first
    }

    /// The cause of the undo in its header.
    ///
    /// - Parameter pending: What it takes back. Of an operation that was undone in part it names that part: an undo of
    ///   the earlier undo is then none of this one.
    func cause(taking pending: [StoredTransaction]) -> Cause {
        guard case .operation = target else { return .undoOfTransactions(Self.ranges(transactions.map(\.number))) }
        return pending.count == transactions.count
            ? .undo(first.operation) : .undoOfTransactions(Self.ranges(pending.map(\.number)))
    }

    /// The transactions that still have something to undo.
    ///
    /// An operation that went on after its undo has its later transactions. In a range it skips transactions that an
    /// undo has reverted already. It also skips an undo within the range together with the transactions that it
    /// reverted: both have no effect any more.
    func pending(_ cancelled: Cancellations, in store: any LogReading) throws -> [StoredTransaction] {
        switch target {
        case .latest, .transaction: return transactions
        case .operation:
            let open = transactions.filter { !cancelled.has($0) }
            return open.isEmpty ? transactions.filter { !cancelled.hasAlone($0) } : open
        case .operations, .transactions:
            let numbers = Set(transactions.map(\.number))
            return try transactions.filter { transaction in
                if cancelled.has(transaction) { return false }
                switch try transaction.openedHeader()?.cause.map(Cause.init) {
                case .undo(let operation):
                    return try !store.transactions(of: operation).allSatisfy {
                        numbers.contains($0.number) || $0.number > transaction.number
                    }
                case .undoOfTransactions(let ranges):
                    return !ranges.allSatisfy { $0.allSatisfy(numbers.contains) }
                default: return true
                }
            }
        }
    }

    private static func transactions(of target: UndoTarget, in store: any LogReading) throws -> [StoredTransaction] {
        func numbered(_ number: Int64) throws -> StoredTransaction {
            guard let transaction = try store.transaction(number) else {
                throw DomainError.notFound(kind: "transaction", name: String(number))
            }
            return transaction
        }
        switch target {
        case .latest: return []
        case .operation(let prefix): return try store.transactions(of: store.operation(withPrefix: prefix))
        case .transaction(let number): return [try numbered(number)]
        case .transactions(let range):
            _ = try numbered(range.upperBound)
            return try range.map(numbered)
        case .operations(let from, let through):
            let ends = try [from, through].compactMap { prefix in
                try store.transactions(of: store.operation(withPrefix: prefix)).first?.number
            }
            guard let first = ends.min(), let last = ends.max() else { return [] }
            var found: Set<OperationID> = []
            for number in first...last {
                let operation = try numbered(number).operation
                guard !found.contains(operation) else { continue }
                if let begin = try store.transactions(of: operation).first?.number, begin >= first {
                    found.insert(operation)
                }
            }
            return try found.flatMap(store.transactions(of:)).sorted { $0.number < $1.number }
        }
    }

    /// Joins ordered numbers into ranges without a gap.
    private static func ranges(_ numbers: [Int64]) -> [ClosedRange<Int64>] {
        var ranges: [ClosedRange<Int64>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges
    }
}
