internal import Cryptography
internal import JSONCoding
internal import SQLiteDatabase

/// Checks that transactions follow each other without a gap, and that their headers match their digests.
struct TransactionRangeCheck: ~Copyable {
    private let connection: Connection
    private var hasher = SHA256Hasher()

    init(on connection: Connection) {
        self.connection = connection
    }

    mutating func run(_ numbers: ClosedRange<Int64>) throws {
        var last =
            try connection.first(
                "SELECT first_position + event_count - 1 FROM transactions WHERE number = \(bind: numbers.lowerBound - 1)"
            ) { try $0.next(Int64.self) } ?? 0
        var expected = numbers.lowerBound
        do {
            try connection.forEach(
                """
                \(StoredTransaction.selection)
                WHERE number BETWEEN \(bind: numbers.lowerBound) AND \(bind: numbers.upperBound) ORDER BY number
                """
            ) { row in
                let transaction = try StoredTransaction(from: &row)
                try require(transaction.number == expected, at: last + 1, "transaction \(expected) is missing")
                let first = transaction.firstPosition.rawValue
                // If the previous one is missing altogether, that has been reported.
                try require(
                    first == last + 1 || (expected > 1 && last == 0), at: min(first, last + 1),
                    "transaction \(expected) says that it starts at \(first)")
                try checkHeader(of: transaction)
                last = transaction.lastPosition.rawValue
                expected += 1
                return true
            }
        } catch let error as SQLiteError where error.isCorrupt {
            throw LogFault(position: Position(last + 1), reason: "SQLite finds the file damaged: \(error.message)")
        } catch EventLogError.corrupt(let what) {
            throw LogFault(position: Position(last + 1), reason: what)
        }
        try require(expected == numbers.upperBound + 1, at: last + 1, "transaction \(expected) is missing")
    }

    private mutating func checkHeader(of transaction: StoredTransaction) throws {
        let (number, position) = (transaction.number, transaction.firstPosition.rawValue)
        guard let header = transaction.header, let salt = transaction.salt else {
            try require(transaction.header == nil && transaction.salt == nil, at: position, "a header is half erased")
            let isListed = try connection.first(
                "SELECT 1 FROM erasures WHERE kind = 'transaction' AND number = \(bind: number)"
            ) { _ in true }
            return try require(isListed ?? false, at: position, "it is blank, and no erasure says so")
        }
        try require(
            isDigest(transaction.digest, of: header, salt: salt, with: &hasher), at: position,
            "the header of transaction \(number) was changed")
        let decoded = try? JSONBytesDecoder().decode(TransactionHeader.self, from: header)
        let idempotency =
            try connection.first("SELECT idempotency FROM transactions WHERE number = \(bind: number)") {
                try $0.next([UInt8]?.self)?.hex
            } ?? nil
        try require(
            decoded.map {
                ($0.number, $0.operation, $0.time, $0.firstPosition, $0.idempotency)
                    == (
                        number, transaction.operation, transaction.recordedAt, transaction.firstPosition, idempotency
                    )
            } ?? false, at: position, "the header of transaction \(number) differs from its row")
    }

    private func require(_ condition: Bool, at position: Int64, _ reason: @autoclosure () -> String) throws {
        guard condition else { throw LogFault(position: Position(position), reason: reason()) }
    }
}
