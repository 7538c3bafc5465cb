internal import Assist
internal import MIME
internal import Mail
internal import Projections

/// Makes a filter of one value, with the field before it.
struct QueryTerm {
    let field: QueryField?
    let value: QueryParser.Value
    let context: QueryContext

    func filter() throws(QueryFault) -> MessageFilter {
        switch field {
        case nil: return try isStar ? .all : .text(.any, match())
        case .word: return .text(.any, try match())
        case .from: return try header(.from)
        case .to: return try header(.to)
        case .cc: return try header(.cc)
        case .bcc: return try header(.bcc)
        case .contact: return try header(.contact)
        case .list: return .list(try isStar ? nil : name())
        case .subject: return try header(.subject)
        case .body: return .text(.body, try match())
        case .attachment: return .text(.attachment, try match())
        case .folder: return .folder(FolderReference(try name()))
        case .account: return .account(try name())
        case .label: return try isStar ? .hasLabel : label(name())
        case .tag: return try isStar ? .hasLabel : tag(name())
        case .messageID: return .messageID(try messageID())
        case .external: return .externalID(try name())
        case .id: return .id(prefix: try idPrefix())
        case .thread: return .thread(prefix: try idPrefix())
        case .state: return try state()
        case .has: return try feature()
        case .kind: return try kind()
        case .date: return .date(try QueryDate(context: context).bounds(name()))
        case .received: return .received(try QueryDate(context: context).bounds(name()))
        case .added: return .added(try QueryDate(context: context).bounds(name()))
        case .changed: return .changed(try QueryDate(context: context).bounds(name()))
        case .changedBy: return .changedBy(try name())
        case .movedTo: return .movedTo(FolderReference(try name()))
        case .size: return .size(try QuerySize.bounds(name()))
        case .category: return .claim(.category(try isStar ? nil : word()))
        case .sentiment: return .claim(.sentiment(try isStar ? nil : word()))
        case .score: return .claim(.score(try QueryScore.bounds(name())))
        case .answer: return .claim(.answer(prefix: try isStar ? nil : idPrefix()))
        // The parser takes a saved query apart itself: its terms and its depth count.
        case .query: return .all
        }
    }

    /// A tag of notmuch is a state, a folder or a label here.
    private func tag(_ name: String) -> MessageFilter {
        switch name.lowercased() {
        // An unread draft has it, which no count of unread mail has.
        case "unread": .not(.state(.read))
        case "passed": .keyword(Keyword.forwarded.text)
        case "flagged": .state(.flagged)
        case "replied": .state(.answered)
        case "draft": .state(.draft)
        case "attachment": .hasAttachments
        case "inbox": .inboxTag
        default: label(name)
        }
    }

    /// A label in its stored form; no message has an invalid one.
    private func label(_ name: String) -> MessageFilter {
        .keyword((try? Keyword(name))?.text ?? name)
    }

    private var isStar: Bool { value.isPrefix && !value.isQuoted && value.text.isEmpty }

    /// Words of a field of the header, or `*part*`: a piece of it.
    private func header(_ field: TextField) throws(QueryFault) -> MessageFilter {
        guard !value.isQuoted, value.isPrefix, value.text.hasPrefix("*") else { return .text(field, try match()) }
        let part = String(value.text.dropFirst())
        guard !part.isEmpty, !part.contains("*"), !context.fold(part).isEmpty else { return .text(field, try match()) }
        guard part.unicodeScalars.count <= Self.longestPart else {
            throw QueryFault("a part of more than \(Self.longestPart) characters")
        }
        return .part(field, part)
    }

    /// SQLite compares patterns of some length only.
    private static let longestPart = 1_000

    private func match() throws(QueryFault) -> TextMatch {
        guard value.isQuoted || !value.text.unicodeScalars.contains("*") else {
            throw QueryFault(
                "a \"*\" that is not at the end of its word",
                hint: "word* finds words that begin so, subject:*part* a part of them")
        }
        if !value.isQuoted, let fault = ForeignSyntax.fault(of: value.text, isListed: field != nil) { throw fault }
        let match = TextMatch(value.text, isPrefix: value.isPrefix)
        guard !match.words.isEmpty else {
            throw QueryFault(value.isPrefix ? "a \"*\" without a word before it" : "an empty phrase")
        }
        guard match.isSearchable(fold: context.fold) else {
            throw QueryFault("\(QueryFault.shown(value.text)) has no letter or digit to search for")
        }
        return match
    }

    /// A value that is used unchanged.
    func name() throws(QueryFault) -> String {
        guard !value.isPrefix, value.isQuoted || !value.text.unicodeScalars.contains("*") else {
            throw QueryFault(
                "this field takes no \"*\"",
                hint: field == .folder
                    ? "a folder stands for all below it, too" : "quote the value if the star is part of it")
        }
        guard value.text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw QueryFault("an empty value")
        }
        if !value.isQuoted, let fault = ForeignSyntax.fault(ofName: value.text) { throw fault }
        return value.text
    }

    private func messageID() throws(QueryFault) -> String { Identifiers.named(try name()) }

    private func idPrefix() throws(QueryFault) -> String {
        let id = try name().lowercased()
        let digits = id.utf8.filter { $0 != UInt8(ascii: "-") }
        let isHexadecimal = digits.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
        guard isHexadecimal, !digits.isEmpty else {
            let fault = "\(QueryFault.shown(value.text)) is not an id"
            guard !id.hasPrefix("{") else { throw QueryFault(fault, advice: .listThreads) }
            throw QueryFault(fault, hint: "an id is hexadecimal digits; a Message-ID goes with mid:")
        }
        guard digits.count <= 32 else { throw QueryFault("\(QueryFault.shown(value.text)) is longer than an id") }
        return id
    }

    private func state() throws(QueryFault) -> MessageFilter {
        let name = try name().lowercased()
        if let match = StateName.names.first(where: { $0.name == name }) { return .state(match.state) }
        if let liveness = MessageFilter.Liveness(rawValue: name) { return .liveness(liveness) }
        if let mark = StateName.marks.first(where: { $0.name == name }) { return mark.mark.filter }
        let hint: String? =
            switch name {
            case "attach", "attachment", "attached": "write has:attachment"
            case "inbox", "sent", "spam", "trash", "drafts", "archive": "write in:\(name)"
            case "archived": "write in:archive"
            case "labelled", "labeled", "tagged": "write has:label"
            default: nil
            }
        if let hint { throw QueryFault("unknown value \(QueryFault.shown(name))", hint: hint) }
        throw unknown(name, among: StateName.all)
    }

    private func feature() throws(QueryFault) -> MessageFilter {
        let name = try name().lowercased()
        switch name {
        case "attachment", "attachments", "attach": return .hasAttachments
        case "label", "labels", "tag", "tags": return .hasLabel
        default:
            if StateName.names.contains(where: { $0.name == name }) {
                throw QueryFault("unknown value \(QueryFault.shown(name))", hint: "write is:\(name)")
            }
            throw unknown(name, among: ["attachment", "label", "tag"])
        }
    }

    private func kind() throws(QueryFault) -> MessageFilter {
        let name = try name().lowercased()
        if let kind = MessageKind(rawValue: name) { return .kind(kind) }
        throw unknown(name, among: MessageKind.allCases.map(\.rawValue))
    }

    /// One of the words that a claim can have.
    private func word<Word: RawRepresentable<String> & CaseIterable>() throws(QueryFault) -> Word {
        let name = try name().lowercased()
        guard let word = Word(rawValue: name) else { throw unknown(name, among: Word.allCases.map(\.rawValue)) }
        return word
    }

    private func unknown(_ name: String, among names: [String]) -> QueryFault {
        let hint = Spelling.nearest(to: name, among: names).map { "did you mean \"\($0)\"?" }
        return QueryFault(
            "unknown value \(QueryFault.shown(name))", hint: hint ?? "it is one of \(names.joined(separator: ", "))")
    }
}
