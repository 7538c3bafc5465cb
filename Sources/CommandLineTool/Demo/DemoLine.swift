/// One line of the demo's session.
struct DemoLine {
    enum Action {
        /// A command line of the tool that changes the ledger.
        case change([Word])
        /// A command line of the tool that only looks.
        case look([Word])
        /// Goes to the folder of sample mail.
        case enterSamples
        /// Removes files of the ledger by name; they are shown as a shell would match them.
        case remove([String], shown: String)
    }

    /// A word of a command line.
    enum Word: ExpressibleByStringLiteral {
        case text(String)
        /// The id of the first message that a query finds.
        case message(String)
        /// The id of the latest operation of a verb.
        case operation(String)

        init(stringLiteral text: String) { self = .text(text) }
    }

    let action: Action

    static func change(_ words: Word...) -> DemoLine { DemoLine(action: .change(words)) }
    static func look(_ words: Word...) -> DemoLine { DemoLine(action: .look(words)) }
    static let enterSamples = DemoLine(action: .enterSamples)
    static func remove(_ names: String..., shown: String) -> DemoLine {
        DemoLine(action: .remove(names, shown: shown))
    }

    /// A command line as a person would type it in a shell: in lines of at most 80 columns where its options allow.
    static func typed(_ program: String, _ words: [String]) -> [String] {
        let special = " *?'\"()<>|&;$#~!`[]{}\\"
        var parts = [program]
        for word in words {
            let quoted = word.contains(where: special.contains) ? "'\(word)'" : word
            if word.hasPrefix("--") {
                parts.append(quoted)
            } else {
                parts[parts.count - 1] += " " + quoted
            }
        }
        var lines = [parts.removeFirst()]
        for part in parts {
            if lines[lines.count - 1].count + part.count + 3 > 80 {
                lines[lines.count - 1] += " \\"
                lines.append("    " + part)
            } else {
                lines[lines.count - 1] += " " + part
            }
        }
        return lines
    }
}
