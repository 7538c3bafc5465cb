internal import CLibPQ

/// The answer to one statement. Nothing else here knows `PGresult`.
@safe package final class PostgresResult {
    private let result: OpaquePointer

    init(taking result: OpaquePointer) {
        unsafe self.result = unsafe result
    }

    deinit { unsafe libpq.PQclear(result) }

    enum Outcome {
        case done
        /// The end of a pipeline's statements.
        case sync
        /// A statement behind the one that failed, which was not run.
        case skipped
        case failed(PostgresError)
    }

    var outcome: Outcome {
        switch unsafe libpq.PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: .done
        case PGRES_PIPELINE_SYNC: .sync
        case PGRES_PIPELINE_ABORTED: .skipped
        default: unsafe .failed(Self.error(of: result))
        }
    }

    /// What an error or a notice says.
    @unsafe static func error(of result: OpaquePointer) -> PostgresError {
        func field(_ letter: Unicode.Scalar) -> String? {
            unsafe libpq.PQresultErrorField(result, Int32(letter.value)).map { unsafe String(cString: $0) }
        }
        let words = unsafe field("M") ?? Self.text(libpq.PQresultErrorMessage(result))
        return PostgresError(
            state: field("C") ?? "08006", message: String(words.prefix { $0 != "\n" }))
    }

    /// The word that the server answered with, such as `COMMIT`, without numbers.
    package var command: String {
        unsafe String(Self.text(libpq.PQcmdStatus(result)).prefix { $0 != " " })
    }

    /// The number of rows that were inserted, changed or selected.
    package var affected: Int { unsafe Int(Self.text(libpq.PQcmdTuples(result))) ?? 0 }

    @unsafe static func text(_ start: UnsafePointer<CChar>?) -> String {
        unsafe start.map { unsafe String(cString: $0) } ?? ""
    }

    /// The number of rows it has.
    package var count: Int { unsafe Int(libpq.PQntuples(result)) }

    /// Returns what is made of each row.
    package func rows<Made>(_ make: (inout PostgresRow) throws -> Made) throws -> [Made] {
        var made: [Made] = []
        made.reserveCapacity(count)
        for number in 0..<count {
            var row = PostgresRow(of: self, number)
            try made.append(make(&row))
        }
        return made
    }

    /// Lends the bytes of a column; none for NULL.
    func withBytes<Output>(row: Int, column: Int, _ body: (Span<UInt8>?) throws -> Output) throws -> Output {
        let (row, column) = (Int32(row), Int32(column))
        guard unsafe column < libpq.PQnfields(result) else { throw PostgresRowError(column: Int(column)) }
        guard unsafe libpq.PQgetisnull(result, row, column) == 0,
            let start = unsafe libpq.PQgetvalue(result, row, column)
        else { return try body(nil) }
        let length = unsafe Int(libpq.PQgetlength(result, row, column))
        return try unsafe start.withMemoryRebound(to: UInt8.self, capacity: length) { start in
            try unsafe body(UnsafeBufferPointer(start: start, count: length).span)
        }
    }
}
