internal import Fleet
internal import MailLedger
internal import Processes

/// Runs the tool on what `main` got, and returns the exit code of the process.
@c(mailledger_main)
package func runMailLedger(_ count: Int32, _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    Signals.ignoreFailedWrites()
    ThisProcess.forbidCoreDumps()
    hidePasswords()
    return unsafe MailLedgerTool.run(CommandLineArguments(count: count, words: words))
}

/// Keeps the passwords of servers from pagers, browsers and other programs that are run.
private func hidePasswords() {
    ProcessEnvironment.hide("PGPASSWORD")
    if let text = Surroundings.current.variable("MAILLEDGER"), let url = LedgerURL(text), url.hasPassword {
        ProcessEnvironment.hide("MAILLEDGER", behind: url.description)
    }
}

extension MailLedgerTool {
    /// Runs what a process was called for: a verb, or a program `mailledger-NAME` in the place of one.
    static func run(_ arguments: CommandLineArguments) -> Int32 { Surroundings.lend(Self.self) { runHere(arguments) } }

    private static func runHere(_ arguments: CommandLineArguments) -> Int32 {
        do {
            let typed = arguments.approximateWords
            let before = LedgerOptions.countBeforeVerb(typed)
            if typed.count > before, let other = OtherCommand.named(typed[before]) {
                let ledger = try LedgerOptions(beforeVerb: arguments.words(before))
                try other.run(Array(arguments.raw.dropFirst(before + 1)), of: ledger)
            }
            let words = try arguments.words()
            if words.first == "help", words.count == 2, let other = OtherCommand.named(words[1]) {
                try other.run([Array("--help".utf8)])
            }
            let code = run(words)
            if code == 0, [["help"], ["--help"], ["-h"]].contains(words) {
                let output = Output()
                for line in OtherCommand.help() { output.line(Sanitizer.line(line)) }
                try output.finish()
            }
            return code
        } catch {
            return Failure(error).report(asJSON: Failure.wantsJSON(arguments.approximateWords))
        }
    }
}
