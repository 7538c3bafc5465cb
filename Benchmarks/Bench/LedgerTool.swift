/// `mailledger` with a ledger of its own.
struct LedgerTool {
    let path: String
    let ledger: String
    let mail: MeasuredMail

    func program(_ arguments: String...) -> Program {
        Program(path, arguments, environment: ["MAILLEDGER": ledger])
    }

    static func address(_ account: String) -> String { account + "@example.org" }

    func makeLedger() throws {
        try BenchFiles.remove(ledger)
        try program("init").run()
        for account in mail.accounts { try program("account", "add", Self.address(account)).run() }
    }

    /// Imports every account, and returns what the runs took together.
    func importAll() throws -> Program.Usage {
        let runs = try mail.accounts.map(importAccount)
        return Program.Usage(
            wall: runs.reduce(0) { $0 + $1.wall }, processor: runs.reduce(0) { $0 + $1.processor },
            peakMemory: runs.map(\.peakMemory).max() ?? 0)
    }

    /// Imports the first account alone.
    func importFirst() throws -> Program.Usage {
        guard let account = mail.accounts.first else { throw Program.Failure(description: "there is no account") }
        return try importAccount(account)
    }

    private func importAccount(_ account: String) throws -> Program.Usage {
        try program("import", "\(mail.path)/\(account)", "--account", Self.address(account)).run()
    }

    /// What one JSON form says under a key.
    func value(_ key: String, of arguments: String...) throws -> String {
        let text = try Program(path, arguments, environment: ["MAILLEDGER": ledger]).output().text
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        guard let index = parts.firstIndex(of: key[...]), index + 2 < parts.count else {
            throw Program.Failure(description: "the answer to \(arguments.joined(separator: " ")) has no \(key)")
        }
        return String(parts[index + 2])
    }

    /// The id of the thread with the most messages.
    func largestThread() throws -> String? {
        let listed = try program("threads", "--format", "jsonl").output().text
        let threads = listed.split(separator: "\n").compactMap { line -> (id: String, count: Int)? in
            let parts = line.split(separator: "\"", maxSplits: 4)
            guard parts.count > 3, let key = line.firstRange(of: "\"message_count\":") else { return nil }
            return (String(parts[3]), Int(line[key.upperBound...].prefix { $0.isNumber }) ?? 0)
        }
        return threads.max { $0.count < $1.count }?.id
    }
}
