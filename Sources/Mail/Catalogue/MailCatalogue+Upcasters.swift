public import EventLog
internal import JSONCoding

/// The upcasters from older shapes to today's: pure functions, none of which ever changes.
extension MailCatalogue {
    public static let upcasters: [Upcaster] = [conflictDetectedFrom1, messageErasedFrom1, messageMarkedFrom1]

    /// In version 1 each side was a text: a folder's path, followed in an `existence` by a blank and the flags, if any.
    ///
    /// `gone` meant that there was no file. A path may end in a blank and letters, too, so the letters decide whether
    /// they are flags.
    private static let conflictDetectedFrom1 = Upcaster(from: EventType("mail.conflict-detected", schema: 1)) { old in
        guard case .object(var event) = old, case .string(let field)? = event["field"],
            case .string(let base)? = event["base"], case .object(let value)? = event["value"],
            case .string(let here)? = value["old"], case .string(let there)? = value["new"]
        else { throw Upcaster.Malformed() }
        let isGone = field == ConflictDetected.Field.existence.rawValue
        event["value"] = nil
        event["base"] = side(base, hasFlags: isGone)
        event["here"] = side(here, hasFlags: isGone)
        event["there"] = isGone ? nil : side(there, hasFlags: false)
        return [Upcaster.Form(ConflictDetected.type, .object(event))]
    }

    /// Version 1 had digests of identities without a check of their key; an event without the check is read as that.
    private static let messageErasedFrom1 = Upcaster(from: EventType("mail.message-erased", schema: 1)) { old in
        [Upcaster.Form(MessageErased.type, old)]
    }

    /// Version 1 had all keywords, before and after.
    private static let messageMarkedFrom1 = Upcaster { old in
        guard case .object(var event) = old, let keywords = event["keywords"] else { throw Upcaster.Malformed() }
        event["keywords"] = try Upcaster.setChange(of: keywords)
        return [Upcaster.Form(MessageMarked.type, .object(event))]
    } convert: { (old: MessageMarkedWithAll) in
        MessageMarked(
            message: old.message, keywords: KeywordChange(from: old.keywords.old, to: old.keywords.new))
    }

    private static func side(_ text: String, hasFlags: Bool) -> JSONValue {
        guard hasFlags else { return ["folder": .string(text)] }
        guard let blank = text.lastIndex(of: " "), isFlags(text[text.index(after: blank)...]) else {
            return ["folder": .string(text), "flags": ""]
        }
        return ["folder": .string(String(text[..<blank])), "flags": .string(String(text[text.index(after: blank)...]))]
    }

    // The flag letters of a sync, in their order and each once.
    private static func isFlags(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy("DFPRST".contains) && zip(text, text.dropFirst()).allSatisfy { $0 < $1 }
    }
}
