internal import ArgumentParsing
internal import MailLedger

/// A number alone as git has it: `log -3` is `log --limit 3`, for every verb that has a limit.
enum CountArguments {
    /// Returns the line with such numbers spelled out; in other verbs, and behind the option that a number belongs to, it stays.
    static func spelled(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        guard arguments[..<end].contains(where: isCount), let options = limitedOptions(arguments[..<end]) else {
            return arguments
        }
        var previous = ""
        let spelled = arguments[..<end].map { word -> String in
            defer { previous = word }
            return isCount(word) && !options.contains(previous) ? "--limit=\(word.dropFirst())" : word
        }
        return spelled + arguments[end...]
    }

    /// Whether a word is a minus and a number from 1 on.
    static func isCount(_ word: String) -> Bool {
        // `-0` is an option of lists.
        word.hasPrefix("-") && word.utf8.count > 1 && !word.hasPrefix("-0")
            && word.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The options with a value of the verb that the words name; nil where none of them is a limit.
    private static func limitedOptions(_ arguments: ArraySlice<String>) -> Set<String>? {
        var command = CommandInfo(Surroundings.current.program)
        for word in arguments {
            guard let next = command.subcommands.first(where: { $0.commandName == word || $0.aliases.contains(word) })
            else { break }
            command = next
        }
        let options = Set(command.arguments.filter { $0.kind == .option }.flatMap(\.names))
        return options.contains("--limit") ? options : nil
    }
}

extension NameSpecification {
    /// Those of a limit: `-l` as ever, `-n` as git, head and others have it.
    static let limit: NameSpecification = [.short, .customShort("n"), .long]
}
