internal import DiskFiles
internal import MailLedger
internal import Terminals

/// Asks a person for a word that a command needs.
package enum Question {
    /// Asks on standard error and reads a line of standard input.
    ///
    /// - Parameter suggestion: The answer of somebody who only presses Return.
    /// - Returns: nil where nobody is there to ask, or nothing was answered.
    package static func ask(_ question: String, suggestion: String? = nil) -> String? {
        guard canAsk else { return nil }
        return ask(question, suggestion: suggestion, write: StandardError.write, read: { readLine() })
    }

    /// Asks until an answer is accepted, three times at most.
    ///
    /// - Parameter refuse: Says what is wrong with an answer before the question comes again.
    /// - Throws: What `accept` throws of the last answer.
    package static func ask(
        _ question: String, suggestion: String?, accept: (String) throws -> Void, refuse: (any Error) -> Void
    ) throws -> String? {
        for attempt in 1... {
            guard let answer = ask(question, suggestion: suggestion) else { return nil }
            do {
                try accept(answer)
                return answer
            } catch let error where attempt < 3 {
                refuse(error)
            }
        }
        return nil
    }

    /// Whether there is somebody to ask.
    package static var canAsk: Bool { Terminal.isTerminal(Surroundings.current.input) && StandardError.isTerminal }

    /// Asks through the given functions.
    package static func ask(
        _ question: String, suggestion: String?, write: (String) -> Void, read: () -> String?
    ) -> String? {
        write(Sanitizer.line(question + (suggestion.map { " [\($0)]" } ?? "")) + " ")
        guard let line = read() else {
            // The end of the input leaves the cursor behind the question.
            write("\n")
            return nil
        }
        let words = line.split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? suggestion : words.joined(separator: " ")
    }
}
