import Glibc
import JSONCoding
import TestSupport
import Testing

/// A ledger of its own for a test, and the tool to work on it.
final class ToolLedger: Sendable {
    let directory: TemporaryDirectory
    /// The ledger's folder, below the test's.
    let path: String
    static let account = "ada@example.org"

    /// Makes a ledger with one account, or, without `account`, only the folder where a ledger could be made.
    init(account: String? = ToolLedger.account) throws {
        directory = try TemporaryDirectory()
        path = directory.path("ledger")
        guard let account else { return }
        try succeed("init")
        try succeed("account", "add", account)
    }

    /// What the tool sees of its surroundings: nothing of those of the test.
    var environment: [String: String] {
        ["MAILLEDGER": path, "HOME": directory.path, "TZ": "UTC", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    }

    /// Starts the tool.
    func start(
        _ arguments: [String], adding variables: [String: String] = [:], input: [UInt8] = []
    ) throws -> ToolProcess {
        try ToolProcess(Tool.path(), arguments, environment: environment.merging(variables) { $1 }, input: input)
    }

    /// Runs the tool to its end: in this process, where that makes no difference.
    func run(
        _ arguments: [String], adding variables: [String: String] = [:], input: [UInt8] = []
    ) throws -> ToolResult {
        let call = ToolCall(
            arguments: arguments, environment: environment.merging(variables) { $1 }, input: input)
        return try call.canBeHere ? call.result() : start(arguments, adding: variables, input: input).wait()
    }

    func run(_ arguments: String...) throws -> ToolResult {
        try run(arguments)
    }

    /// Runs what must go well and say nothing on standard error.
    @discardableResult
    func succeed(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> ToolResult {
        let result = try run(arguments)
        #expect(
            result.exitCode == 0 && result.errorText.isEmpty,
            "mailledger \(arguments.joined(separator: " ")): \(result.exitCode) \(result.errorText)",
            sourceLocation: sourceLocation)
        return result
    }

    @discardableResult
    func succeed(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> ToolResult {
        try succeed(arguments, sourceLocation: sourceLocation)
    }

    /// Runs what must go well, and reads its answer.
    func json(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
        let result = try succeed(arguments + ["--format", "json"], sourceLocation: sourceLocation)
        return try JSONBytesDecoder().decode(JSONValue.self, from: result.output)
    }

    /// The number of events and the root over them: they tell whether anything at all was recorded.
    func head() throws -> LogHead {
        let answer = try json("stats")
        return LogHead(events: answer["events"]?.integer ?? -1, root: answer["root"]?.string ?? "")
    }

    /// The id of the one message that a query finds.
    func id(_ query: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let found = try json("messages", query, sourceLocation: sourceLocation).array ?? []
        #expect(found.count == 1, "\(query) finds \(found.count) messages", sourceLocation: sourceLocation)
        return try #require(found.first?["id"]?.string, sourceLocation: sourceLocation)
    }

    /// What must hold at every moment: the log, the content, and views that are what the log makes them.
    func checkAll(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try succeed(["verify", "--content"], sourceLocation: sourceLocation)
        try succeed(["rebuild", "--check"], sourceLocation: sourceLocation)
        try succeed(["doctor"], sourceLocation: sourceLocation)
    }
}

struct LogHead: Hashable {
    let events: Int64
    let root: String
}

extension JSONValue {
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    var array: [JSONValue]? {
        guard case .array(let values) = self else { return nil }
        return values
    }

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// A number, written with a fraction or without.
    var number: Double? {
        if case .number(let number) = self { number } else { integer.map(Double.init) }
    }
}
