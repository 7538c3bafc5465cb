internal import Mail

/// A filter with row ids in place of names and with full-text expressions in place of words.
package indirect enum ResolvedFilter: Hashable, Sendable {
    case all
    case and([ResolvedFilter])
    case or([ResolvedFilter])
    case not(ResolvedFilter)
    /// An expression in FTS5's language, over `search.text`.
    case fullText(String)
    case part(HeaderPart)
    /// A dump of notmuch listed its tags.
    case hasToldTags
    case folders([Int64])
    /// Has a copy in one of these folders, or had one until it ended.
    case lastFolders([Int64])
    /// Was moved into one of these folders.
    case movedTo([Int64])
    case accounts([Int64])
    case message(Int64)
    /// Any of these messages, to which words were resolved.
    case messages([Int64])
    case thread(Int64)
    /// Comes behind this message in a list of the order.
    case behind(DatedMessage, ListOrder)
    /// A filter without names to look up.
    case plain(MessageFilter)

    /// The levels of lists and negations for which ``sql(over:)`` is tested to pass SQLite's parser.
    static let maximumDepth = 84

    /// Whether it calls the functions of ``Connection/addTextFunctions()``.
    package var callsTextFunctions: Bool {
        switch self {
        case .plain(.column): true
        case .and(let parts), .or(let parts): parts.contains { $0.callsTextFunctions }
        case .not(let inner): inner.callsTextFunctions
        default: false
        }
    }

    /// Whether it needs the full text attached.
    package var readsFullText: Bool {
        switch self {
        case .fullText, .part: true
        case .and(let parts), .or(let parts): parts.contains { $0.readsFullText }
        case .not(let inner): inner.readsFullText
        default: false
        }
    }

    /// The part of a list that comes behind a message, which need not be in the list itself.
    package func continued(behind message: DatedMessage, in order: ListOrder) -> ResolvedFilter {
        let place = ResolvedFilter.behind(message, order)
        return if case .and(let parts) = self { .and(parts + [place]) } else { .and([self, place]) }
    }

    /// The same filter with another in place of each part that reads the full text.
    ///
    /// - Parameter body: Gets the part, and whether the whole selects fewer messages the more match the part.
    package func replacingFullText(
        isNegated: Bool = false, _ body: (ResolvedFilter, _ isNegated: Bool) throws -> ResolvedFilter
    ) rethrows -> ResolvedFilter {
        switch self {
        case .and(let parts): .and(try parts.map { try $0.replacingFullText(isNegated: isNegated, body) })
        case .or(let parts): .or(try parts.map { try $0.replacingFullText(isNegated: isNegated, body) })
        case .not(let inner): .not(try inner.replacingFullText(isNegated: !isNegated, body))
        default: readsFullText ? try body(self, isNegated) : self
        }
    }
}

extension MessageFilter {
    /// Looks up every name, and fails on the first that is unknown or ambiguous: so the answer is never empty or full
    /// by mistake.
    ///
    /// - Parameter fold: The fold that was applied to the texts of the index.
    /// - Throws: ``FilterResolutionError``, and the errors of the resolver.
    package func resolved(by resolver: some FilterResolver, fold: (String) -> String) throws -> ResolvedFilter {
        try resolved(by: resolver, fold: fold, depth: 0)
    }

    private func resolved(
        by resolver: some FilterResolver, fold: (String) -> String, depth: Int
    ) throws -> ResolvedFilter {
        do {
            return try strictlyResolved(by: resolver, fold: fold, depth: depth)
        } catch let error as FilterResolutionError where resolver.passesOver && error.namesNothing {
            // Parts of a filter are resolved before it: this is the part with the name.
            return .not(.all)
        }
    }

    private func strictlyResolved(
        by resolver: some FilterResolver, fold: (String) -> String, depth: Int
    ) throws -> ResolvedFilter {
        guard depth < ResolvedFilter.maximumDepth else { throw FilterResolutionError.nestedTooDeeply }
        func resolve(_ part: MessageFilter) throws -> ResolvedFilter {
            try part.resolved(by: resolver, fold: fold, depth: depth + 1)
        }
        switch self {
        case .all: return .all
        case .and(let parts): return .and(try parts.map(resolve))
        case .or(let parts): return .or(try parts.map(resolve))
        case .not(let inner): return .not(try resolve(inner))
        case .text(let field, let match):
            guard match.isSearchable(fold: fold) else {
                throw FilterResolutionError.unsearchableText(match.words.joined(separator: " "))
            }
            let words = ResolvedFilter.fullText(match.fullTextExpression(in: field, fold: fold))
            // No index of words contains signs; if the header is searched, they are compared there.
            let parts = match.words.filter(TextMatch.losesSigns).compactMap { HeaderPart(field, folded: fold($0)) }
            return parts.isEmpty ? words : .and([words] + parts.map(ResolvedFilter.part))
        case .part(let field, let text):
            guard let part = HeaderPart(field, folded: fold(text)), !fold(text).isEmpty else {
                throw FilterResolutionError.unsearchableText(text)
            }
            return .part(part)
        case .hasLabel: return .label(self, in: try resolver.labelFolders(nil), resolver.range)
        case .keyword(let name):
            return .label(.keyword(Keyword.key(of: name)), in: try resolver.labelFolders(name), resolver.range)
        case .inboxTag:
            let inbox = try resolve(.folder(FolderReference("inbox")))
            guard try resolver.hasToldTags() else { return inbox }
            return .or([try resolve(.keyword(FolderName.inbox.text)), .and([inbox, .not(.hasToldTags)])])
        case .liveness(.erased): throw FilterResolutionError.erasedWithMore
        case .folder(let reference): return .inFolders(try reference.resolved(by: resolver), resolver.range)
        case .movedTo(let reference):
            // Messages were moved into a folder that is gone since, too.
            let isGone = try resolver.folders(matching: reference.path).isEmpty
            return .movedTo(try reference.resolved(by: isGone ? resolver.ofAllTime : resolver))
        case .account(let text):
            let accounts = try resolver.accounts(matching: text)
            guard !accounts.isEmpty else { throw FilterResolutionError.unknownAccount(text) }
            guard accounts.count == 1 || resolver.range == .ever else {
                throw FilterResolutionError.ambiguousAccount(text)
            }
            return .accounts(accounts)
        case .id(let prefix):
            let messages = try resolver.messages(withIDPrefix: prefix)
            guard let message = messages.first else {
                let gone = try resolver.ofAllTime.messages(withIDPrefix: prefix)
                throw gone.count == 1
                    ? FilterResolutionError.deletedMessage(id: prefix) : FilterResolutionError.unknownMessage(prefix)
            }
            guard messages.count == 1 else { throw FilterResolutionError.ambiguousMessage(prefix) }
            return .message(message)
        case .thread(let prefix):
            let threads = try resolver.threads(withMemberIDPrefix: prefix)
            guard let thread = threads.first else { throw FilterResolutionError.unknownThread(prefix) }
            guard threads.count == 1 else { throw FilterResolutionError.ambiguousThread(prefix) }
            return .thread(thread)
        case .claim(.answer(let prefix?)):
            let answers = try resolver.answers(withIDPrefix: prefix)
            guard let answer = answers.first else { throw FilterResolutionError.unknownAnswer(prefix) }
            guard answers.count == 1 else { throw FilterResolutionError.ambiguousAnswer(prefix) }
            return .plain(.claim(.answer(prefix: answer)))
        case .folderPath(let path): return .inFolders(try resolver.folders(exactly: path), resolver.range)
        // A field without names to look up needs no line here.
        default: return .plain(self)
        }
    }
}

extension ResolvedFilter {
    /// A label, which may be a keyword or a folder.
    fileprivate static func label(
        _ keyword: MessageFilter, in folders: [Int64], _ range: MessageRange
    ) -> ResolvedFilter {
        folders.isEmpty ? .plain(keyword) : .or([.plain(keyword), .inFolders(folders, range)])
    }

    fileprivate static func inFolders(_ folders: [Int64], _ range: MessageRange) -> ResolvedFilter {
        switch range {
        case .live: .folders(folders)
        case .ever: .lastFolders(folders)
        }
    }
}

extension FolderReference {
    fileprivate func resolved(by resolver: some FilterResolver) throws -> [Int64] {
        let folders = try resolver.folders(matching: path)
        guard !folders.isEmpty else {
            throw FilterResolutionError.unknownFolder(path, similar: try resolver.folders(similarTo: path))
        }
        return folders
    }
}
