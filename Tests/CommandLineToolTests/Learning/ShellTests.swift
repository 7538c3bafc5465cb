import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// The completion scripts in their shells, on the demo's ledger.
@Suite struct `A completion script` {
    private static let cases: [(typed: String, expected: [String])] = [
        ("mailledger unr", ["unread"]),
        ("mailledger account de", ["delete"]),
        ("mailledger messages --form", ["--format", "--format-version"]),
        ("mailledger messages --format js", ["json", "jsonl"]),
        ("mailledger show 3f2", ["3f2a7432"]),
        ("mailledger folder rename Work/", ["Work/Projects"]),
        ("mailledger account show tre", ["treasurer@rowing.example.net"]),
        ("mailledger undo 35a", ["35aac80e"]),
        ("mailledger events list --type mail.message-mo", ["mail.message-moved"]),
        ("mailledger frobnicate x", []),
        ("mailledger --led", ["--ledger"]), ("mailledger --ledger ledger-b", ["ledger-backup"]),
        ("mailledger --ledger ledger unr", ["unread"]),
        ("mailledger --ledger ledger folder rename Work/", ["Work/Projects"]),
        ("mailledger help mom", ["moments"]),
    ]

    /// In bash only what stands behind the last breaking character is replaced.
    private static let inBash: [(typed: String, expected: [String])] =
        cases + [
            ("mailledger messages is:unr", ["unread"]),
            ("mailledger messages 'is:unread lab", ["is:unread label:", "is:unread label:…"]),
            ("mailledger messages tag:ta", ["taxes"]), ("mailledger import old.m", ["old.mbox"]),
            ("mailledger account show mara@h", ["harbour.example.com"]),
            ("mailledger messages --ledger led", ["ledger", "ledger-backup"]),
        ]

    private static let elsewhere: [(typed: String, expected: [String])] =
        cases + [
            ("mailledger messages is:unr", ["is:unread"]), ("mailledger messages tag:ta", ["tag:taxes"]),
            ("mailledger messages in:Wo", ["in:Work", "in:Work/Projects"]),
            ("mailledger import old.m", ["old.mbox"]),
        ]

    private static func quoted(_ text: String) -> String {
        "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }

    @Test func `completes in bash`() throws {
        let home = try DemoHome()
        for (typed, expected) in Self.inBash {
            let words = typed.split(separator: " ", omittingEmptySubsequences: false).map { Self.quoted(String($0)) }
            let result = try home.run(
                """
                source <(mailledger completion bash)
                COMP_LINE=\(Self.quoted(typed)) COMP_POINT=\(typed.count) COMP_TYPE=9
                COMP_WORDS=(\(words.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
                _mailledger mailledger
                printf '%s\\n' "${COMPREPLY[@]}"
                """)
            #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(typed): \(result.errorText)")
            // Names of files come in the order of their folder; bash sorts them when it shows them.
            #expect(result.lines.sorted() == expected.sorted(), "\(typed)")
        }
    }

    @Test func `says in bash what words mean where they are only listed`() throws {
        let home = try DemoHome()
        let result = try home.run(
            """
            source <(mailledger completion bash)
            COMP_LINE='mailledger show 3' COMP_POINT=17 COMP_TYPE=63 COMP_WORDS=(mailledger show 3) COMP_CWORD=2
            _mailledger mailledger
            printf '%s\\n' "${COMPREPLY[@]}"
            COMP_LINE='mailledger thr' COMP_POINT=14 COMP_TYPE=63 COMP_WORDS=(mailledger thr) COMP_CWORD=1
            _mailledger mailledger
            printf '%s\\n' "${COMPREPLY[@]}"
            """)
        // Verbs would fill more than a screen.
        #expect(result.lines.suffix(2) == ["threads", "thread"])
        let messages = result.lines.dropLast(2)
        #expect(messages.count > 1 && messages.allSatisfy { $0.hasPrefix("3") && $0.hasSuffix(")") })
    }

    @Test(.enabled("fish is not installed") { areInstalled("fish") })
    func `completes in fish`() throws {
        let home = try DemoHome()
        for (typed, expected) in Self.elsewhere {
            let result = try home.run(
                "fish --no-config -c \(Self.quoted("mailledger completion fish | source; complete -C \(Self.quoted(typed))"))"
            )
            #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(typed): \(result.errorText)")
            // fish writes a folder with its slash.
            let words = result.lines.map { line in
                let word = line.components(separatedBy: "\t")[0]
                return word.hasSuffix("/") ? String(word.dropLast()) : word
            }
            #expect(words == expected, "\(typed)")
        }
    }

    // zsh completes only on a terminal of its own, so one is lent to it by its module zpty.
    @Test(.enabled("zsh is not installed") { areInstalled("zsh") })
    func `completes in zsh`() throws {
        let home = try DemoHome()
        let directory = home.directory
        try writeFile(directory.path("answers.zsh"), Self.zshAnswers)
        let cases = Self.elsewhere + [(typed: "mailledger --ledger=ledger-b", expected: ["ledger-backup"])]
        let lines = cases.map { Self.quoted($0.typed) }.joined(separator: " ")
        let result = try home.run("zsh -f answers.zsh \(lines)")
        #expect(result.exitCode == 0, "\(result.errorText)")
        let answers = result.text.components(separatedBy: "\u{1}").dropFirst().map {
            $0.split(whereSeparator: \.isNewline).map(String.init)
        }
        #expect(answers.count == cases.count, "\(result.text)")
        for ((typed, expected), answer) in zip(cases, answers) { #expect(answer == expected, "\(typed)") }
    }

    /// Prints, for each line that is given, what `compadd` is asked to offer.
    private static let zshAnswers = #"""
        zmodload zsh/zpty
        zpty -b shell zsh -f -i
        zpty -w shell 'PS1= RPS1= PS2=; stty -echo'
        zpty -w shell 'autoload -Uz compinit; compinit -u -D; source <(mailledger completion zsh)'
        zpty -w shell 'compadd() { local -a kept; builtin compadd -O kept "$@"; (( $#kept )) && print -rl -- $kept >> offered; builtin compadd "$@" }'
        zpty -w shell 'ask() { zle complete-word; print done > finished }; zle -N ask; bindkey "^I" ask; print ready > ready'
        repeat 200; do [[ -s ready ]] && break; sleep 0.05; done
        for line in "$@"; do
            : > offered; rm -f finished
            zpty -n -w shell "$line"$'\t'
            repeat 200; do [[ -e finished ]] && break; sleep 0.02; done
            print -r -- $'\x01'; uniq offered
            zpty -n -w shell $'\x15'
            sleep 0.05
        done
        zpty -d shell
        """#

    @Test func `asks a verb that is silent where there is no ledger, and changes none`() throws {
        let home = try DemoHome()
        let before = try filesBelow(home.ledger).map { try readFile("\(home.ledger)/\($0)") }
        for words in ["show 3", "undo ''", "messages in:", "history ''", "label --add ''", "account show ''"] {
            let result = try home.run("mailledger complete zsh -- \(words)")
            #expect(result.exitCode == 0 && result.errorText.isEmpty && !result.lines.isEmpty, "\(words)")
            let nowhere = try home.run("MAILLEDGER=$HOME/nowhere mailledger complete zsh -- \(words)")
            #expect(nowhere.exitCode == 0 && nowhere.errorText.isEmpty && nowhere.text.isEmpty, "\(words)")
        }
        let files = filesBelow(home.ledger).filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
        #expect(try files.map { try readFile("\(home.ledger)/\($0)") }.count <= before.count)
        #expect(!FileManager.default.fileExists(atPath: home.directory.path("nowhere")))
    }

    @Test func `builds no views`() throws {
        let home = try DemoHome()
        try FileManager.default.removeItem(atPath: home.ledger + "/views")
        let result = try home.run("mailledger complete fish -- show 3")
        #expect(result.exitCode == 0 && result.errorText.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: home.ledger + "/views"))
    }

    @Test func `takes the ledger that the line names`() throws {
        let home = try DemoHome()
        for words in [
            "messages --ledger '\(home.ledger)'", "--ledger '\(home.ledger)' messages", "--ledger=ledger messages",
            "--ledger '~/ledger' messages",
        ] {
            let result = try home.run("MAILLEDGER=/nowhere mailledger complete fish -- \(words) tag:t")
            #expect(result.lines == ["=tag:taxes"], "\(words)")
        }
    }

    @Test func `offers tokens and holds by their names`() throws {
        let home = try DemoHome()
        let result = try home.run(
            """
            mailledger token add phone --actor mara --scopes read,write >made 2>&1 || exit 1
            mailledger token add tablet --scopes read >made 2>&1 && mailledger token revoke tablet >made || exit 1
            mailledger hold add case7 --query from:tomas --reason r >made 2>&1 && mailledger folders >made || exit 1
            mailledger complete fish -- token revoke ''
            mailledger complete fish -- hold remove c
            """)
        #expect(result.lines == ["=phone\tmara, read,write", "=case7"], "\(result.errorText)")
    }
}
