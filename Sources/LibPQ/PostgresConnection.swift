internal import CLibPQ
internal import CivilTime
internal import Glibc

/// A session with a PostgreSQL server, for one thread at a time.
///
/// Nothing of it outlives a transaction: no prepared statement has a name, and no setting is made but by `SET LOCAL`, so
/// that a pooler may give each transaction another session.
@safe package final class PostgresConnection {
    private let connection: OpaquePointer
    private let notices: Notices
    /// How long an answer may take before the connection counts as lost, in seconds.
    package var patience: Double = 30
    /// The failure after which nothing can be asked any more.
    private var loss: PostgresError?

    /// The warnings of the server since they were asked for last.
    private final class Notices {
        var taken: [PostgresError] = []
    }

    /// Connects to the first of the servers that answers.
    ///
    /// - Throws: ``PostgresError``.
    package init(to address: PostgresAddress) throws {
        guard !address.names("replication") else {
            throw PostgresError.badParameters("replication is for copies of a server, and answers no questions")
        }
        // Of two values libpq takes the last: the URL may change what is before it, and nothing behind it
        // (<https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PQCONNECTDBPARAMS>).
        let words = [
            ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("application_name", "mailledger"),
            ("dbname", address.uri), ("client_encoding", "UTF8"),
        ]
        guard
            let opened = unsafe withCStrings(
                words.map(\.0),
                { names in
                    unsafe withCStrings(words.map(\.1)) { values in unsafe libpq.PQconnectdbParams(names, values, 1) }
                })
        else { throw PostgresError.unreachable("no memory for a connection") }
        if unsafe libpq.PQstatus(opened) != CONNECTION_OK, let refusal = unsafe Self.refusal(of: opened, address) {
            unsafe libpq.PQfinish(opened)
            throw refusal
        }
        guard unsafe libpq.PQsetnonblocking(opened, 1) == 0 else {
            let message = unsafe address.redacting(Self.message(of: opened))
            unsafe libpq.PQfinish(opened)
            throw PostgresError.unreachable(message)
        }
        unsafe connection = opened
        notices = Notices()
        let context = unsafe Unmanaged.passUnretained(notices).toOpaque()
        _ = unsafe libpq.PQsetNoticeReceiver(
            opened,
            { context, result in
                guard let context = unsafe context, let result = unsafe result else { return }
                let notices = unsafe Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue()
                unsafe notices.taken.append(PostgresResult.error(of: result))
            }, context)
    }

    deinit { unsafe libpq.PQfinish(connection) }

    /// Returns the reason why there is no connection; nil if a second attempt made one.
    private static func refusal(of connection: OpaquePointer, _ address: PostgresAddress) -> PostgresError? {
        let message = unsafe address.redacting(Self.message(of: connection))
        guard message.contains(endOfSeverity) else {
            let startsOfParameters = [
                "invalid ", "definition of service", "service file", "syntax error in service file", "could not match ",
            ]
            let isParameter =
                startsOfParameters.contains(where: message.hasPrefix) || message.contains("for connection option")
            if isParameter { return PostgresError.badParameters(message) }
            // Here libpq itself misses a password that the server asks for.
            return PostgresError(state: message.contains("password") ? "28000" : "08001", message: message)
        }
        // libpq keeps no SQLSTATE of a refused connection, and servers have their words in many languages. But a second
        // attempt writes the state in the place of the words.
        _ = unsafe libpq.PQsetErrorVerbosity(connection, PQERRORS_SQLSTATE)
        unsafe libpq.PQreset(connection)
        _ = unsafe libpq.PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
        if unsafe libpq.PQstatus(connection) == CONNECTION_OK { return nil }
        let again = unsafe Self.message(of: connection)
        // Without it the server is gone since.
        let state = again.contains(endOfSeverity) ? again.split(separator: " ").last.map(String.init) : nil
        return PostgresError.refused(state: state ?? "08001", message)
    }

    /// What is between the severity and the words of an error of the server; libpq's own errors have no such gap.
    private static let endOfSeverity = ":  "

    private static func message(of connection: OpaquePointer) -> String {
        // What the server said is before what libpq makes of it, and advice is indented.
        let lines = unsafe PostgresResult.text(libpq.PQerrorMessage(connection)).split(separator: "\n")
            .filter { !$0.hasPrefix("\t") }
        let answer =
            lines.last { $0.contains("FATAL:") }
            ?? lines.last { $0.hasPrefix("connection to server") && $0.contains(endOfSeverity) }
        return (answer ?? lines.last).map(String.init) ?? "the server did not answer"
    }

    /// The server's version, such as 150018 for 15.18.
    package var serverVersion: Int { unsafe Int(libpq.PQserverVersion(connection)) }

    /// What the server says of itself, such as `server_encoding`.
    package func parameter(_ name: String) -> String? {
        unsafe libpq.PQparameterStatus(connection, name).map { unsafe String(cString: $0) }
    }

    /// The way to the server, as the URL, the environment and the files of libpq made it.
    package var way: ConnectionWay {
        var mode = ""
        if let options = unsafe libpq.PQconninfo(connection) {
            defer { unsafe libpq.PQconninfoFree(options) }
            var option = unsafe options
            while let keyword = unsafe option.pointee.keyword {
                if unsafe String(cString: keyword) == "sslmode" {
                    mode = unsafe PostgresResult.text(option.pointee.val)
                }
                unsafe option += 1
            }
        }
        return unsafe ConnectionWay(
            host: PostgresResult.text(libpq.PQhost(connection)),
            address: PostgresResult.text(libpq.PQhostaddr(connection)), sslmode: mode)
    }

    /// Whether a transaction was begun and has not ended.
    package var isInTransaction: Bool {
        unsafe libpq.PQtransactionStatus(connection) != PQTRANS_IDLE
    }

    /// Whether the connection was lost.
    package var isLost: Bool { unsafe loss != nil || libpq.PQstatus(connection) != CONNECTION_OK }

    /// Returns the warnings of the server since the last call.
    package func takeNotices() -> [PostgresError] {
        defer { notices.taken = [] }
        return notices.taken
    }

    // MARK: Asking

    /// Runs a statement, and returns its answer.
    package func ask(_ statement: PostgresStatement) throws -> PostgresResult {
        try ready()
        try send(statement)
        let results = try answers(until: .end)
        guard let last = results.last else { throw lost("the server ended without an answer") }
        if case .failed(let error) = last.outcome { throw noting(error) }
        return last
    }

    /// Runs statements in one round trip, and returns their answers in order.
    ///
    /// Behind one that fails none is run, and its error is thrown. Outside of a transaction they are one
    /// (<https://www.postgresql.org/docs/15/libpq-pipeline-mode.html>).
    package func ask(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
        guard statements.count > 1 else { return try statements.map { try ask($0) } }
        try ready()
        guard unsafe libpq.PQenterPipelineMode(connection) == 1 else { throw lost("the connection is in use") }
        for statement in statements { try send(statement) }
        guard unsafe libpq.PQpipelineSync(connection) == 1 else { throw unsafe lost(Self.message(of: connection)) }
        let results = try answers(until: .sync)
        guard unsafe libpq.PQexitPipelineMode(connection) == 1 else { throw lost("the pipeline did not end") }
        for result in results {
            if case .failed(let error) = result.outcome { throw noting(error) }
        }
        guard results.count == statements.count else { throw lost("the server ended without an answer") }
        return results
    }

    /// Runs a statement, and returns what is made of each row.
    package func rows<Made>(_ statement: PostgresStatement, _ make: (inout PostgresRow) throws -> Made) throws -> [Made]
    {
        try ask(statement).rows(make)
    }

    /// Runs a statement, and makes a value of its first row; nil if there is none.
    package func first<Made>(_ statement: PostgresStatement, _ make: (inout PostgresRow) throws -> Made) throws -> Made?
    {
        let result = try ask(statement)
        guard result.count > 0 else { return nil }
        var row = PostgresRow(of: result, 0)
        return try make(&row)
    }

    /// Runs a script of statements without values, as an administrator would.
    package func runScript(_ script: String) throws {
        try ready()
        guard unsafe libpq.PQsendQuery(connection, script) == 1 else { throw unsafe lost(Self.message(of: connection)) }
        for result in try answers(until: .end) {
            if case .failed(let error) = result.outcome { throw noting(error) }
        }
    }

    // MARK: The wire

    private func ready() throws {
        if let loss { throw loss }
        notices.taken = []
    }

    private func send(_ statement: PostgresStatement) throws {
        let types = statement.values.map(\.type)
        let lengths = statement.values.map { Int32($0.bytes?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: types.count)
        // One buffer of all values: pointers into arrays live no longer than a closure each.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lengths.reduce(1) { $0 + Int($1) })
        for value in statement.values { bytes += value.bytes ?? [] }
        let isSent = unsafe bytes.withUnsafeBytes { buffer in
            var offset = 0
            let start = unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
            let pointers = unsafe statement.values.map { value -> UnsafePointer<CChar>? in
                guard let count = value.bytes?.count, let start = unsafe start else { return nil }
                defer { offset += count }
                return unsafe start.advanced(by: offset).assumingMemoryBound(to: CChar.self)
            }
            return unsafe libpq.PQsendQueryParams(
                connection, statement.text, Int32(types.count), types, pointers, lengths, formats, 1)
        }
        guard isSent == 1 else { throw unsafe lost(Self.message(of: connection)) }
    }

    private enum End {
        case end
        case sync
    }

    /// Returns all answers that come before the end.
    private func answers(until end: End) throws -> [PostgresResult] {
        let deadline = MonotonicClock.microseconds + Int64(patience * 1e6)
        var results: [PostgresResult] = []
        while true {
            try receive(by: deadline)
            guard let next = unsafe libpq.PQgetResult(connection) else {
                // In a pipeline a gap stands behind each statement.
                if end == .end { return results }
                guard unsafe libpq.PQstatus(connection) == CONNECTION_OK else {
                    throw unsafe lost(Self.message(of: connection))
                }
                continue
            }
            let result = unsafe PostgresResult(taking: next)
            if case .sync = result.outcome { return results }
            if unsafe libpq.PQstatus(connection) != CONNECTION_OK {
                if case .failed(let error) = result.outcome, error.condition == .unreachable { throw noting(error) }
                throw unsafe lost(Self.message(of: connection))
            }
            results.append(result)
        }
    }

    /// Waits until an answer is whole, and sends meanwhile what the socket takes.
    private func receive(by deadline: Int64) throws {
        while true {
            let unsent = unsafe libpq.PQflush(connection)
            guard unsent >= 0 else { throw unsafe lost(Self.message(of: connection)) }
            if unsafe unsent == 0 && libpq.PQisBusy(connection) == 0 { return }
            let rest = deadline - MonotonicClock.microseconds
            guard rest > 0 else { throw lost("the server gave no answer within \(Int(patience)) seconds") }
            var wait = unsafe pollfd(
                fd: libpq.PQsocket(connection), events: Int16(POLLIN | (unsent == 1 ? POLLOUT : 0)), revents: 0)
            let count = unsafe poll(&wait, 1, Int32(min(rest / 1_000 + 1, 60_000)))
            guard count >= 0 || errno == EINTR else { throw lost("the connection cannot be waited for") }
            guard count > 0, wait.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
            // What the server said before it ended the connection is still to be read.
            guard unsafe libpq.PQconsumeInput(connection) == 1 else { return }
        }
    }

    /// Makes an error of a lost connection, after which nothing more is asked.
    private func lost(_ message: String) -> PostgresError {
        noting(PostgresError.unreachable(message))
    }

    /// Remembers an error after which the connection is of no use, and lets the server know.
    ///
    /// A session whose client only stopped waiting could get a lock later, and keep it for as long as it may be idle.
    private func noting(_ error: PostgresError) -> PostgresError {
        guard error.condition == .unreachable, loss == nil else { return error }
        loss = error
        let socket = unsafe libpq.PQsocket(connection)
        if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
        return error
    }
}

/// Lends C strings, with NULL behind the last.
private func withCStrings<Output>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Output
) -> Output {
    let copies = unsafe strings.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(copies.map { unsafe UnsafePointer($0) } + [nil])
}
