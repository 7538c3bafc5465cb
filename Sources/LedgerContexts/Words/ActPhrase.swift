/// A report's phrases about a step beside its changes; the names of values are in braces.
///
/// The script of a report's page has the same texts.
package enum ActPhrase: String, CaseIterable, Sendable {
    case erased = "(erased)"
    case agent = "{actor} (account {user} on {host})"
    case oneChange = "This report tells 1 of the {all} changes of this step."
    case someChanges = "This report tells {count} of the {all} changes of this step."
    case undone = "Undone on {day} by {actor} ({places})."
    case partlyUndone = "{count} of these {all} changes were undone on {day} by {actor} ({places})."
    case undoUndone = "That undo was itself undone later."
    case undoes = "This undoes what {actor} did on {day} ({places})."
    case undoesSteps = "This undoes {count} steps ({places})."
    case place = "@{first}"
    case places = "@{first} to @{last}"

    /// Puts values into the text, once each: a name in a value stays.
    package func text(_ values: [String: String]) -> String {
        var parts = rawValue.split(separator: "{", omittingEmptySubsequences: false)[...]
        var text = String(parts.popFirst() ?? "")
        for part in parts {
            let name = part.prefix { $0 != "}" }
            text += (values[String(name)] ?? "") + part.dropFirst(name.count + 1)
        }
        return text
    }
}
