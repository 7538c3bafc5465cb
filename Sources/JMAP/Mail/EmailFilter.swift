internal import CivilTime
internal import EventLog
internal import JSONCoding
internal import MIME
internal import Mail
internal import MailLedger
internal import Projections
internal import SQLiteDatabase

/// The filter of an `Email/query` (RFC 8621 section 4.4.1) as a condition on messages.
struct EmailFilter {
    private let call: MethodCall
    private let emails: EmailsQuery
    private let reader: LedgerReader

    private var count = 0
    /// What an email that it takes depends on.
    private(set) var dependence = AccountChangesQuery.Dependence.presence
    /// Whether it asks for words, which are known as soon as they are indexed.
    private(set) var readsWords = false
    private var headers = HeaderSearch()

    init(_ call: MethodCall, _ emails: EmailsQuery, _ reader: LedgerReader) {
        self.call = call
        self.emails = emails
        self.reader = reader
    }

    /// Over the row `message`, never NULL.
    mutating func condition(_ filter: JSONObject) throws -> SQL {
        let first = try part(filter, isNegated: false)
        guard !headers.isEmpty else { return first }
        // The first one takes more than is asked for: header fields are read of what the rest takes.
        try headers.read(of: first, emails, reader, call)
        count = 0
        return try part(filter, isNegated: false)
    }

    private mutating func part(_ filter: JSONObject, isNegated: Bool) throws -> SQL {
        count += 1
        guard count <= Arguments.mostConditions else {
            throw MethodError.unsupportedFilter("the filter has too many conditions")
        }
        guard filter["operator"] != nil else { return try all(filter, isNegated: isNegated) }
        let arguments = try Arguments(filter, known: ["operator", "conditions"])
        guard let parts = try arguments.objects("conditions") else {
            throw MethodError.invalidArguments("a filter with an operator has conditions")
        }
        var conditions: [SQL] = []
        let isNot = try arguments.string("operator") == "NOT"
        for part in parts { conditions.append("(\(try self.part(part, isNegated: isNegated != isNot)))") }
        switch try arguments.string("operator") {
        case "AND": return conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
        case "OR": return conditions.isEmpty ? "FALSE" : conditions.joined(separator: " OR ")
        case "NOT": return conditions.isEmpty ? "TRUE" : "NOT (\(conditions.joined(separator: " OR ")))"
        default: throw MethodError.invalidArguments("an operator is AND, OR or NOT")
        }
    }

    private static let properties: Set<String> = [
        "inMailbox", "inMailboxOtherThan", "before", "after", "minSize", "maxSize", "allInThreadHaveKeyword",
        "someInThreadHaveKeyword", "noneInThreadHaveKeyword", "hasKeyword", "notKeyword", "hasAttachment", "text",
        "from", "to", "cc", "bcc", "subject", "body", "header",
    ]

    /// All properties of one condition hold.
    private mutating func all(_ filter: JSONObject, isNegated: Bool) throws -> SQL {
        let values = try Arguments(filter, known: Self.properties)
        try values.requireValues()
        var conditions: [SQL] = []
        for key in filter.keys { conditions.append("(\(try condition(key, values, isNegated)))") }
        return conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
    }

    private mutating func condition(_ key: String, _ values: Arguments, _ isNegated: Bool) throws -> SQL {
        switch key {
        case "allInThreadHaveKeyword", "someInThreadHaveKeyword", "noneInThreadHaveKeyword": dependence = .thread
        case "inMailbox", "inMailboxOtherThan", "hasKeyword", "notKeyword":
            if dependence == .presence { dependence = .message }
        default: break
        }
        switch key {
        case "inMailbox":
            guard let folder = try values.string(key).map(call.resolved).flatMap(JMAPID.folder) else { return "FALSE" }
            return EmailCondition.isIn(folder).sql
        case "inMailboxOtherThan":
            let folders = try values.strings(key) ?? []
            guard folders.count <= call.limits.members else {
                throw MethodError.unsupportedFilter("\(key) has more than \(call.limits.members) mailboxes")
            }
            return EmailCondition.isInOtherThan(folders.map(call.resolved).compactMap(JMAPID.folder)).sql
        case "before": return EmailCondition.receivedBefore(try time(key, values)).sql
        case "after": return EmailCondition.receivedFrom(try time(key, values)).sql
        case "minSize": return EmailCondition.sizeFrom(try values.unsigned(key) ?? 0).sql
        case "maxSize": return EmailCondition.sizeBelow(try values.unsigned(key) ?? 0).sql
        case "hasAttachment": return EmailCondition.hasAttachments(try values.bool(key)).sql
        case "hasKeyword": return EmailCondition.hasKeyword(try keyword(key, values)).sql
        case "notKeyword": return EmailCondition.lacksKeyword(try keyword(key, values)).sql
        case "allInThreadHaveKeyword":
            return EmailCondition.threadHasKeyword(try keyword(key, values), inAll: true).sql
        case "someInThreadHaveKeyword":
            return EmailCondition.threadHasKeyword(try keyword(key, values), inAll: false).sql
        case "noneInThreadHaveKeyword":
            return "NOT \(EmailCondition.threadHasKeyword(try keyword(key, values), inAll: false).sql)"
        case "header": return headers.condition(try HeaderTerm(values), isNegated: isNegated)
        default: return try text(key, values)
        }
    }

    private func time(_ key: String, _ values: Arguments) throws -> Timestamp {
        guard let time = try values.string(key).flatMap(UTCDate.time) else {
            throw MethodError.invalidArguments("\(key) is not a time in UTC")
        }
        return time
    }

    private func keyword(_ key: String, _ values: Arguments) throws -> String {
        Self.keyword(named: try values.string(key) ?? "")
    }

    /// What the keyword of a name is compared by.
    static func keyword(named name: String) -> String { KeywordName.keyword(name)?.key ?? Keyword.key(of: name) }

    /// Words of a field; each of them is found, in any order, and those in quotes beside each other.
    private mutating func text(_ key: String, _ values: Arguments) throws -> SQL {
        readsWords = true
        let field: TextField =
            switch key {
            case "from": .from
            case "to": .to
            case "cc": .cc
            case "bcc": .bcc
            case "subject": .subject
            case "body": .body
            default: .any
            }
        let phrases = SearchPhrases.phrases(of: try values.string(key) ?? "")
        // Signs alone are in no index: between words they say nothing, and by themselves they are not found.
        let words = phrases.map { TextMatch($0) }.filter { $0.isSearchable(fold: SearchFold.fold) }
        guard !words.isEmpty else { return phrases.isEmpty ? "TRUE" : "FALSE" }
        return try reader.condition(of: .and(words.map { .text(field, $0) }))
    }
}

/// The words and quoted phrases of a text that is searched for (RFC 8621 section 4.4.1).
enum SearchPhrases {
    /// Cuts a text at white space, but not within quotes of one kind; `\` takes the meaning from a quote.
    static func phrases(of text: String) -> [String] {
        var phrases: [String] = []
        var phrase = ""
        var quote: Character?
        var isEscaped = false
        func finish() {
            if phrase.contains(where: { !$0.isWhitespace }) { phrases.append(phrase) }
            phrase = ""
        }
        for character in text {
            if isEscaped {
                phrase.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if let open = quote {
                if character == open {
                    finish()
                    quote = nil
                } else {
                    phrase.append(character)
                }
            } else if character == "\"" || (character == "'" && phrase.isEmpty) {
                finish()
                quote = character
            } else if character.isWhitespace {
                finish()
            } else {
                phrase.append(character)
            }
        }
        finish()
        return phrases
    }
}
