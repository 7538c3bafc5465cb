internal import DiskFiles
internal import Processes

/// The program that shows long answers a screen at a time.
package struct Pager: Equatable, Sendable {
    /// The command line, as a person sets it in `PAGER`.
    package let command: String

    /// Names the pager.
    package init(_ command: String) {
        self.command = command
    }

    /// Chooses the pager as git does (git-var(1), `GIT_PAGER`): `MAILLEDGER_PAGER`, the configured one, `PAGER`, else `less`.
    ///
    /// - Parameter configured: what the user's settings say; nil where they say nothing.
    /// - Returns: nil for no pager: the first of them that is set is empty or `cat`, or the terminal is too simple for one.
    package static func chosen(
        configured: String? = nil, environment: (String) -> String? = { Surroundings.current.variable($0) }
    ) -> Pager? {
        guard let kind = environment("TERM"), kind != "dumb" else { return nil }
        let command = environment("MAILLEDGER_PAGER") ?? configured ?? environment("PAGER") ?? "less"
        let words = command.drop(while: \.isWhitespace)
        return words.isEmpty || words == "cat" ? nil : Pager(command)
    }

    /// The words to run: those of the command, or a shell's where only a shell can read them.
    ///
    /// A program that is named by plain words is looked for here, so that a missing one is known before text is lost on it.
    var words: [String] {
        let needsShell = command.contains { "|&;<>()$`\\\"'*?[#~=%{}!\n".contains($0) }
        if needsShell { return ["/bin/sh", "-c", command] }
        return command.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}

/// A pager that runs, and reads what is written to `descriptor`.
final class RunningPager {
    private let program: PipedProgram
    private let keys: Signals.KeyHandlers

    /// Starts a pager; nil where there is no such program.
    init?(_ pager: Pager) {
        // What git gives to its pagers: quit where all fits, show colours, leave the text on the screen.
        ProcessEnvironment.set("LESS", "FRX", replacing: false)
        ProcessEnvironment.set("LV", "-c", replacing: false)
        guard let program = PipedProgram(pager.words) else { return nil }
        self.program = program
        // A key that interrupts is the pager's own affair while it has the terminal, as it is a child's in system(3).
        keys = Signals.ignoreKeys()
    }

    deinit {
        finish()
    }

    var descriptor: Descriptor { program.descriptor }

    /// Says that no more is to come, and waits until the reader has read enough.
    func finish() {
        guard let code = program.finish() else { return }
        keys.restore()
        // What sh(1) says of a command that it cannot run.
        if [126, 127].contains(code) {
            StandardError.line("mailledger: the pager does not run; set PAGER to another one, or use --no-pager")
        }
    }
}
