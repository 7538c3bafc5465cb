import ArgumentParsing
import Testing

@testable import CommandLineTool

@Suite struct `Completion` {
    /// A few names of each kind.
    private static func names(_ kind: NameKind, _ prefix: String) -> [Candidate] {
        let all: [NameKind: [String]] = [
            .account: ["ada@example.org", "bob@example.org"],
            .folder: ["INBOX", "Sent", "Sent Items", "Work/Projects"],
            .label: ["taxes", "todo"], .message: ["3f2a7432", "3f99aaaa"], .operation: ["35aac80e"],
            .eventType: ["mail.message-added", "mail.message-moved"], .entity: ["3f2a7432", "INBOX"],
            .savedQuery: ["work", "todo"], .cursor: ["indexer", "totals"], .note: ["Tides", "Oars"],
            .action: ["First outing"], .conversation: ["crew"], .answer: ["9a3b1c2d"],
            .token: ["phone", "monitor"], .hold: ["case 7"],
        ]
        return (all[kind] ?? []).filter { $0.hasPrefix(prefix) }.map { Candidate($0) }
    }

    /// All verbs, read once.
    private static let root = CommandInfo(MailLedgerTool.self)

    private func proposal(_ words: [String]) -> Proposal {
        CommandLineCompleter(
            root: Self.root, frame: .ofTool, others: [Candidate("together", "/usr/bin/mailledger-together")],
            names: Self.names
        ).proposal(for: words)
    }

    private func words(_ words: [String]) -> [String] {
        guard case .words(let found) = proposal(words) else { return [] }
        return found.map(\.word)
    }

    @Test(arguments: [
        (["mess"], ["message", "messages"]),
        (["thr"], ["threads", "thread"]), (["frobnicate", ""], []), (["he"], ["help"]),
        (["compl"], ["completion"]), (["tog"], ["together"]),
        (["account", ""], ["add", "list", "show", "set", "disable", "enable", "delete"]),
        (["account", "de"], ["delete"]),
        (["help", "acc"], ["account"]), (["help", "account", "sh"], ["show"]),
        (["messages", "--li"], ["--limit"]), (["messages", "--limit", "3", "--li"], []),
        (["label", "--add", "x", "--ad"], ["--add"]), (["import", "--acc"], ["--account"]),
        (["messages", "--format", ""], ["text", "json", "jsonl", "csv"]),
        (["messages", "-f", "js"], ["json", "jsonl"]),
        (["messages", "--format=jsonl"], ["--format=jsonl"]), (["messages", "--color=al"], ["--color=always"]),
        (["messages", "--limit=3", "--off"], ["--offset"]),
        (["account", "show", ""], ["ada@example.org", "bob@example.org"]),
        (["account", "show", "b"], ["bob@example.org"]), (["import", "x", "--account", "a"], ["ada@example.org"]),
        (["import", "x", "--account=a"], ["--account=ada@example.org"]), (["import", "-a", "b"], ["bob@example.org"]),
        (["show", "3f2"], ["3f2a7432"]), (["attachment", "save", "3f2"], ["3f2a7432"]),
        (["history", ""], ["3f2a7432", "INBOX"]), (["undo", "3"], ["35aac80e"]),
        (["events", "list", "--type", "mail.message-m"], ["mail.message-moved"]),
        (["events", "follow", "--cursor", "i"], ["indexer"]), (["events", "forget", "t"], ["totals"]),
        (["folder", "rename", "W"], ["Work/Projects"]), (["folder", "rename", "Work/Projects", ""], []),
        (["move", "--to", "Se"], ["Sent", "Sent Items"]), (["label", "--remove", "to"], ["todo"]),
        (["note", "show", "T"], ["Tides"]), (["why", "note", "O"], ["Oars"]), (["erase", "note", "T"], ["Tides"]),
        (["note", "pin", ""], ["Tides", "Oars"]), (["action", "add", "next-step", "Look", "--note", "T"], ["Tides"]),
        (["action", "execute", "F"], ["First outing"]), (["why", "action", "F"], ["First outing"]),
        (["chat", "post", "c"], ["crew"]), (["erase", "conversation", "c"], ["crew"]),
        (["answer", "use", "9"], ["9a3b1c2d"]), (["messages", "--", "--li"], []), (["completion", "z"], ["zsh"]),
        (["show", "3f2a7432", "3"], ["3f2a7432", "3f99aaaa"]),
        (["--led"], ["--ledger"]), (["--ledger", "big", "mess"], ["message", "messages"]),
        (["--ledger=big", "thr"], ["threads", "thread"]), (["--ledger", "big", "-"], []),
        (["--ledger", "big", "he"], []), (["--ledger", "big", "folder", "rename", "W"], ["Work/Projects"]),
        (["--ledger", "big", "messages", "--led"], []), (["messages", "--led"], ["--ledger"]),
        (["help", "qu"], ["query", "queries"]), (["help", "mo"], ["move", "moments"]), (["help", "op"], ["options"]),
        (["help", "-"], ["--all"]), (["queri"], []), (["help", "account", "m"], []),
        (["token", "revoke", ""], ["phone", "monitor"]), (["token", "change", "m"], ["monitor"]),
        (["hold", "remove", "c"], ["case 7"]),
        (["--vers"], ["--version"]), (["messages", "--no-such", "is:unre"], ["is:unread"]),
        (["query", "show", "w"], ["work"]), (["mark", "--read", "query:t"], ["query:todo"]),
        (["mark", "--read", "in:W"], ["in:Work/Projects"]),
        (["folder", "set", "W"], ["Work/Projects"]), (["folder", "show", "W"], ["Work/Projects"]),
        (["folder", "reorder", "INBOX", "Se"], ["Sent", "Sent Items"]),
        (["folder", "set", "Sent", "--account", "a"], ["ada@example.org"]),
        (["folder", "rename", "Sent", "Gone", "-a", "b"], ["bob@example.org"]),
        (["unread", "--folder", "W"], ["Work/Projects"]), (["unread", "--account", "b"], ["bob@example.org"]),
        (["account", "set", "a"], ["ada@example.org"]), (["account", "enable", "b"], ["bob@example.org"]),
        (["account", "disable", "a"], ["ada@example.org"]),
        (["config", "set", "import.account", ""], ["ada@example.org", "bob@example.org"]),
        (["config", "set", "import.folder", "I"], ["INBOX"]),
        (["config", "set", "output.dates", ""], ["relative", "short", "iso"]),
        (["config", "set", "output.color", "a"], ["auto", "always"]), (["config", "set", "search.limit", ""], []),
        (["config", "set", "query.mine", "in:W"], ["in:Work/Projects"]),
        (["folder", "set", "Sent", "--role", "a"], ["archive", "all"]),
        (["folder", "set", "Sent", "--role=n"], ["--role=none"]),
        (["folder", "set", "Sent", "--visibility", ""], ["show", "hide", "show-if-unread"]),
        (["folder", "add", "New", "--kind", ""], ["folder", "label", "notebook"]),
        (["folder", "delete", "Sent", "--policy", "n"], ["nullify", "no-action"]),
    ])
    func `proposes what may stand there`(_ typed: [String], _ expected: [String]) {
        #expect(words(typed) == expected)
    }

    @Test func `offers verbs, but none that is hidden`() {
        let verbs = words([""])
        #expect(verbs.contains("messages") && verbs.contains("undo") && verbs.contains("help"))
        #expect(!verbs.contains("complete") && !verbs.contains("generate-manual"))
    }

    @Test func `offers each option once, the common ones too`() {
        let options = words(["messages", "-"])
        #expect(options.contains("--limit") && options.contains("--ledger") && options.contains("--help"))
        #expect(Set(options).count == options.count)
    }

    @Test func `leaves files and folders to the shell`() {
        #expect(proposal(["import", ""]) == .files(extensions: []))
        #expect(proposal(["import", "a", "b"]) == .files(extensions: []))
        #expect(proposal(["messages", "--ledger", ""]) == .directories)
        #expect(proposal(["--ledger", ""]) == .directories)
        #expect(proposal(["--ledger=x"]) == .directories)
        #expect(proposal(["messages", "--ledger=x"]) == .directories)
        #expect(proposal(["demo", ""]) == .directories)
        #expect(proposal(["config", "set", "ledger.path", ""]) == .directories)
    }

    @Test(arguments: [
        ("fr", ["from:"]), ("subj", ["subject:"]), ("ta", ["tag:"]), ("is:un", ["is:unread", "is:unseen"]),
        ("IN:W", ["IN:Work/Projects"]), ("in:Sent", ["in:Sent", "in:\"Sent Items\""]),
        ("in:\"Sent I", ["in:\"Sent Items\""]), ("label:ta", ["label:taxes"]), ("tag:to", ["tag:todo"]),
        ("tag:un", ["tag:unread"]), ("tag:t", ["tag:taxes", "tag:todo"]), ("tag:i", ["tag:inbox"]),
        ("is:read -label:ta", ["is:read -label:taxes"]), ("account:b", ["account:bob@example.org"]),
        ("thread:3f9", ["thread:3f99aaaa"]),
        ("has:a", ["has:attachment"]), ("is:unread fr", ["is:unread from:"]),
        ("is:unread in:I", ["is:unread in:INBOX"]), ("(in:I", ["(in:INBOX"]),
        ("subject:\"a b\" is:re", ["subject:\"a b\" is:read", "subject:\"a b\" is:replied"]),
        ("date:tod", ["date:today"]), ("nofield:x", []), ("kernel", []),
        ("subject:\"is:un", []),
    ])
    func `goes on with a query`(_ typed: String, _ expected: [String]) {
        #expect(words(["messages", typed]) == expected)
    }

    @Test func `keeps a field open for its value`() {
        guard case .words(let found) = proposal(["messages", "fro"]) else { return #expect(Bool(false)) }
        #expect(found == [Candidate("from:", found.first?.summary ?? "", isOpen: true)])
    }

    // Whatever kind of names an argument is declared to take is one that the ledger is asked for.
    @Test func `knows every kind that is declared`() {
        for command in CommandInfo(MailLedgerTool.self).flattened {
            for argument in command.arguments {
                guard case .named(let kind) = argument.completion else { continue }
                #expect(NameKind(rawValue: kind) != nil, "\(command.commandLine): \(kind)")
            }
        }
    }
}
