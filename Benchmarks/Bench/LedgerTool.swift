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
        let runs = try mail.accounts.map { account in
            try program("import", "\(mail.path)/\(account)", "--account", Self.address(account)).run()
        }
        return Program.Usage(
            wall: runs.reduce(0) { $0 + $1.wall }, processor: runs.reduce(0) { $0 + $1.processor },
            peakMemory: runs.map(\.peakMemory).max() ?? 0)
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
}
