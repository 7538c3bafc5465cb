internal import Domain
internal import EventLog
internal import JSONCoding
internal import LedgerKernel
internal import Mailboxes

/// The lines of an exported log, read one after the other; an error names the number of its line.
struct LogLines {
    private let path: String
    private let lines: PackedLines

    init(_ path: String) throws {
        lines = try PackedLines(path)
        self.path = path == "-" ? MailboxWalk.pipeName : path
    }

    /// Reads the first line.
    func start() throws -> LogLine.Start {
        guard case .start(let start)? = try next() else {
            throw refusal(.malformed, "it does not begin as exported events do", .exportEvents)
        }
        guard start.version == LogLine.version else {
            throw refusal(.unknown, "the lines are of version \(start.version), which a newer mailledger reads")
        }
        return start
    }

    /// Returns the next line, or nil if the input ends.
    func next() throws -> LogLine? {
        try naming {
            try lines.next().map { try JSONBytesDecoder().decode(LogLine.self, from: Array($0)) }
        }
    }

    /// Refuses anything behind the last line.
    func requireEnd() throws {
        guard try naming({ try lines.next() }) == nil else {
            throw refusal(.malformed, "something stands behind the last line")
        }
    }

    /// The number of the last line that was read.
    var number: Int { max(1, lines.number) }

    /// - Parameter line: The number of the line; that of the last one that was read if nil.
    func refusal(
        _ kind: RefusedLine.Kind, _ reason: String, _ hint: Hint? = nil, line: Int? = nil
    ) -> RefusedLine {
        RefusedLine(kind: kind, path: path, line: line ?? number, reason: reason, hint: hint)
    }

    /// Runs a closure that takes a line; its errors about the line become refusals with the line's number.
    func naming<Output>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let error as DecodingError {
            throw refusal(.malformed, "it is no line of exported events: \(error.plainReason)")
        } catch let error as UnfitLine {
            throw refusal(.malformed, error.reason)
        } catch let error as PackedLines.LineTooLong {
            throw RefusedLine(
                kind: .malformed, path: path, line: error.line, reason: "it is longer than any line of events")
        } catch let fault as LogFault {
            throw refusal(.tampered, fault.description)
        } catch let other as OtherEvent {
            throw refusal(.conflicting, "the ledger has another event at position \(other.position)")
        } catch let error as EventLogError {
            guard case .unknownType = error else {
                guard case .undecodable = error else { throw error }
                throw refusal(.tampered, error.description)
            }
            throw refusal(.unknown, error.description)
        }
    }
}
