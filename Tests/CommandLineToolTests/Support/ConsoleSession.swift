import Foundation
import TestSupport

/// What a console shows: commands behind `$ `, each with what it answered.
struct ConsoleSession {
    struct Step: Equatable {
        var command: String
        var answer: [String] = []
    }

    private(set) var steps: [Step] = []

    /// Takes a console apart; empty lines and comments are no part of an answer.
    init(_ text: String) {
        var goesOn = false
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else if goesOn {
                steps[steps.count - 1].command += "\n" + line
            } else if !line.isEmpty, !line.hasPrefix("#"), !steps.isEmpty {
                steps[steps.count - 1].answer.append(line)
            }
            goesOn = (line.hasPrefix("$ ") || goesOn) && line.hasSuffix("\\")
        }
    }
}
