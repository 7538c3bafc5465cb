import EventLog
import JSONCoding
import TestSupport
import Testing

/// Words that mean something to SQL, to the full text, to a shell or to paths, behind the options of verbs that no request has.
///
/// `HostileWordsTests` has those of requests.
@Suite struct `A hostile argument` {
    private static let words = [
        "x'; DROP TABLE note; --", "x\" OR 1=1 --", "NEAR(\"a b\", 9)", "\"unbalanced", "a* OR b* NOT c", "title : x",
        "{title text} : x", "^x + y", "50%_", "x \\'\\\"\\", "((((x", "))))x", "?1 :name $HOME @p",
        "$(touch owned) `id`",
    ]

    /// Lines in which HOSTILE stands for such a word; what is stored of it is told by the events that follow.
    private static let stored: [[String]] = [
        ["note", "add", "HOSTILE"], ["note", "add", "Title", "--text", "HOSTILE"],
        ["note", "edit", "Tides", "--summary", "HOSTILE"],
        ["action", "add", "next-step", "HOSTILE", "--on", "3f2a"],
        ["action", "edit", "Outing", "--location", "HOSTILE"],
        ["action", "edit", "Outing", "--description", "HOSTILE"], ["action", "fail", "Outing", "--error", "HOSTILE"],
        ["answer", "add", "--question", "HOSTILE", "--text", "x"],
        ["answer", "add", "--question", "q", "--text", "HOSTILE"],
        ["chat", "add", "HOSTILE", "-a", "mara@example.org"],
        ["chat", "add", "other", "--display-name", "HOSTILE", "-a", "mara@example.org"],
        ["profile", "set", "--display-name", "HOSTILE"], ["outbox", "mark", "3f2a", "--failed", "HOSTILE"],
        ["hold", "add", "HOSTILE", "--query", "subject:won"],
        ["folder", "add", "HOSTILE", "--account", "mara@example.org"], ["folder", "set", "Work", "--icon", "HOSTILE"],
        ["account", "set", "mara@example.org", "--display-name", "HOSTILE"],
    ]

    /// Lines that look something up.
    private static let read: [[String]] = [
        ["note", "show", "HOSTILE"], ["notes", "HOSTILE"], ["action", "show", "HOSTILE"],
        ["answer", "show", "HOSTILE"], ["chat", "list", "--account", "HOSTILE"], ["messages", "HOSTILE"],
        ["search", "HOSTILE"], ["threads", "HOSTILE"], ["count", "HOSTILE"], ["show", "HOSTILE"],
        ["history", "HOSTILE"],
        ["log", "--actor", "HOSTILE"], ["log", "--verb", "HOSTILE"], ["events", "list", "--type", "HOSTILE"],
        ["folders", "--account", "HOSTILE"], ["unread", "--account", "HOSTILE"], ["why", "message", "HOSTILE"],
        ["why", "missing", "HOSTILE"], ["events", "forget", "HOSTILE"], ["hold", "remove", "HOSTILE", "--reason", "x"],
        ["classify", "3f2a", "--category", "HOSTILE"], ["messages", "in:\"HOSTILE\""], ["messages", "--at", "HOSTILE"],
        ["query", "show", "HOSTILE"], ["config", "get", "HOSTILE"], ["attachment", "list", "HOSTILE"],
    ]

    @Test func `is stored as it is or refused in one line, and harms nothing`() throws {
        let ledger = try DemoLedger.make()
        try ledger.succeed("note", "add", "Tides", "--text", "High water")
        try ledger.succeed("action", "add", "calendar", "Outing", "--note", "Tides", "--date", "2026-03-29T09:00")
        try ledger.succeed("profile", "set", "--email", "mara@example.org")
        var (taken, refused) = (0, 0)
        for (index, line) in Self.stored.enumerated() {
            // Each line has another two of the words.
            for step in 0..<2 {
                let word = Self.words[(index * 2 + step) % Self.words.count]
                let head = try ledger.head().events
                let words = line.map { $0.replacing("HOSTILE", with: word) } + ["--reason", word, "--actor", word]
                let result = try ledger.run(words)
                guard result.exitCode == 0 else {
                    refused += 1
                    expectRefusal(result, of: words)
                    #expect(try ledger.head().events == head, "\(words)")
                    continue
                }
                taken += 1
                let events = try ledger.json("events", "list", "--after", "\(head)").array ?? []
                #expect(events.contains { $0["payload"].map { $0.texts.contains(word) } ?? false }, "\(words)")
                let operation = try ledger.json("log", "--limit", "1").array?.first
                #expect(operation?["actor"]?.string == word && operation?["reason"]?.string == word, "\(words)")
            }
        }
        #expect(taken > 20 && refused < taken, "\(taken) \(refused)")
        try ledger.checkAll()
        #expect(try !subpaths(of: ledger.directory.path).contains { $0.hasSuffix("owned") })
    }

    @Test func `of a question is answered or refused in one line`() throws {
        let ledger = try DemoLedger.make()
        let head = try ledger.head()
        for (index, line) in Self.read.enumerated() {
            let word = Self.words[index % Self.words.count]
            let words = line.map { $0.replacing("HOSTILE", with: word) }
            let result = try ledger.run(words)
            if result.exitCode != 0 { expectRefusal(result, of: words) }
        }
        #expect(try ledger.head() == head)
        try ledger.checkAll()
    }

    private func expectRefusal(_ result: ToolResult, of words: [String]) {
        #expect([2, 3, 4].contains(result.exitCode), "\(words): \(result.exitCode) \(result.errorText)")
        #expect(
            result.errorText.hasPrefix("mailledger: ") && !result.errorText.lowercased().contains("sqlite"), "\(words)")
    }
}

extension JSONValue {
    /// All texts in it.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let values): values.flatMap(\.texts)
        case .object(let object): object.members.flatMap(\.value.texts)
        default: []
        }
    }
}
