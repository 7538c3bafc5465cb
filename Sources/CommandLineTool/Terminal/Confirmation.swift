internal import DiskFiles
internal import MailLedger
internal import Terminals

/// Asks before something is destroyed.
package enum Confirmation {
    /// What a question came to.
    package enum Answer: Equatable, Sendable {
        case yes
        case no
        /// Nobody is there to ask: `--yes` is needed.
        case cannotAsk
    }

    /// Asks on standard error and reads a line of standard input; anything but "y" or "yes" means no.
    package static func ask(_ question: String) -> Answer {
        ask(
            question,
            isTerminal: Terminal.isTerminal(Surroundings.current.input) && StandardError.isTerminal,
            write: StandardError.write,
            read: { readLine() }
        )
    }

    /// Asks through the given functions; the question is sanitised, since it may name folders and subjects.
    package static func ask(
        _ question: String,
        isTerminal: Bool,
        write: (String) -> Void,
        read: () -> String?
    ) -> Answer {
        guard isTerminal else { return .cannotAsk }
        write(Sanitizer.line(question) + " [y/N] ")
        guard let line = read() else {
            // The end of the input leaves the cursor behind the question.
            write("\n")
            return .no
        }
        let words = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        return words == ["y"] || words == ["yes"] ? .yes : .no
    }
}
