internal import Chat
internal import Domain
public import EventLog
public import LedgerKernel
internal import Mail
internal import Mailboxes

/// The destination of imported chats, and their owner.
public struct ChatImportOptions: Sendable, Hashable {
    /// The folder for messages that are new; nil for the inbox.
    public var folder: String?
    /// The id of the account's owner at the source; nil for the account's address.
    public var ownID: String?
    /// Whether to import erased messages again.
    public var allowsErased: Bool
    public var dryRun: Bool

    public init(folder: String? = nil, ownID: String? = nil, allowsErased: Bool = false, dryRun: Bool = false) {
        self.folder = folder
        self.ownID = ownID
        self.allowsErased = allowsErased
        self.dryRun = dryRun
    }
}

/// The result of an import of chats, or of a dry run.
public struct ChatImportReport: Encodable, Sendable, Hashable {
    /// The number of conversations that were begun or changed; one of erased messages alone is not begun.
    public var conversations = 0
    /// The number of new messages.
    public var added = 0
    /// The number of existing messages whose status or readers changed.
    public var changed = 0
    /// The number of existing messages, including changed ones.
    public var existing = 0
    /// The number of messages that were deleted here, and stay so.
    public var deleted = 0
    /// The number of messages that were erased before, and were left out.
    public var erased = 0
    /// The operation; nil if nothing was recorded.
    public var operation: OperationID?
    public var isDryRun = false

    public init() {}
}

extension LedgerExchange {
    /// Imports chats, a conversation or a message a line; existing ones are not recorded twice.
    ///
    /// All lines are checked before the first one is recorded. If it is killed, whole transactions of up to 1,000
    /// messages are recorded, and the next run continues.
    ///
    /// - Parameter path: A file of JSON lines, compressed or not; `-` is standard input.
    /// - Throws: ``RefusedLine`` with the number of a line that is not acceptable, and nothing recorded.
    @discardableResult
    public func importChats(
        _ path: String, account: String, options: ChatImportOptions = ChatImportOptions(), context: OperationContext
    ) throws -> ChatImportReport {
        if !options.dryRun { try ledger.writing.requireWritable() }
        let units = try ChatFile.units(ChatFile.read(path))
        return try record(units, of: path, account: account, options: options, CommandCall(context))
    }

    /// Brings in lines that a program has made, as those of a file come in.
    ///
    /// - Throws: ``RefusedLine`` with the number of a line that cannot be taken, and nothing recorded.
    package func importChats(
        _ lines: [ChatLine], account: String, options: ChatImportOptions, _ call: CommandCall
    ) throws -> ChatImportReport {
        if !options.dryRun { try ledger.writing.requireWritable() }
        let name = "the conversation"
        let units = try ChatFile.units(ChatFile.check(lines, of: name))
        return try record(units, of: name, account: account, options: options, call)
    }

    private func record(
        _ units: [[ChatFile.Line]], of path: String, account: String, options: ChatImportOptions,
        _ call: CommandCall
    ) throws -> ChatImportReport {
        let said = ChatFile.conversations(of: units)
        func decide(_ part: ArraySlice<[ChatFile.Line]>, _ reader: LedgerReader) throws -> ChatImportDecision {
            var decision = try ChatImportDecision(account: account, options: options, reader: reader, ledger: ledger)
            decision.said = said
            try decision.record(part.flatMap(\.self), of: path)
            return decision
        }
        // A refusal comes before anything is stored.
        var report = try ledger.read { try decide(units[...], $0).report }
        report.isDryRun = options.dryRun
        guard !options.dryRun else { return report }
        report = ChatImportReport()
        var call = call
        var rest = units[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.chatBatch)
            rest = rest.dropFirst(Self.chatBatch)
            var decision = try ledger.read { try decide(part, $0) }
            let receipt = try record(&decision, call) { try decide(part, $0) }
            report.add(decision.report)
            if receipt != nil { call.idempotencyKey = nil }
            report.operation = receipt?.operation ?? report.operation
        }
        if report.operation != nil { try ledger.stores.catchUpSearch() }
        return report
    }

    /// The number of messages in one transaction.
    private static var chatBatch: Int { 1_000 }

    /// Stores the new messages' bytes, and records the decision, which is made again under the writer's lock.
    package func record(
        _ decision: inout ChatImportDecision, _ call: CommandCall,
        _ decide: (LedgerReader) throws -> ChatImportDecision
    ) throws -> Receipt? {
        let coming = decision.coming
        let stored = Set(coming.map(\.digests.raw))
        func decideAgain(_ reader: LedgerReader) throws -> Proposal {
            decision = try decide(reader)
            guard stored.isSuperset(of: decision.coming.map(\.digests.raw)) else {
                throw DomainError.conflict("somebody took messages away meanwhile; run it again")
            }
            return Proposal(decision.events)
        }
        guard !coming.isEmpty else { return try ledger.writing.change(call, decideAgain) }
        return try ledger.mail.storing(coming) { try ledger.writing.change(call, decideAgain) }
    }
}

extension ChatImportReport {
    fileprivate mutating func add(_ other: ChatImportReport) {
        conversations += other.conversations
        added += other.added
        changed += other.changed
        existing += other.existing
        deleted += other.deleted
        erased += other.erased
    }
}

/// The lines of a file of chats.
package enum ChatFile {
    package struct Line {
        package let number: Int
        package let line: ChatLine

        package init(number: Int, line: ChatLine) {
            self.number = number
            self.line = line
        }
    }

    /// Brings the line of a conversation before its first message, and both together: they are recorded at once.
    static func units(_ lines: [Line]) -> [[Line]] {
        var conversations: [String: Line] = [:]
        for line in lines { if case .conversation(let said) = line.line { conversations[said.id] = line } }
        var units: [[Line]] = []
        for line in lines {
            guard case .message(let said) = line.line else { continue }
            units.append([conversations.removeValue(forKey: said.conversation), line].compactMap(\.self))
        }
        return units + conversations.values.sorted { $0.number < $1.number }.map { [$0] }
    }

    /// What the lines say of conversations, by their names.
    static func conversations(of units: [[Line]]) -> [String: ConversationFacts] {
        var said: [String: ConversationFacts] = [:]
        for line in units.joined() { if case .conversation(let begun) = line.line { said[begun.id] = begun.facts } }
        return said
    }

    /// The lines so far.
    private struct KnownLines {
        private var numbers: [String: Int] = [:]

        /// Records a line, and returns where the same was stated before.
        mutating func take(_ line: ChatLine, _ number: Int) -> String? {
            let key =
                switch line {
                case .conversation(let line): "conversation \"\(line.id)\""
                case .message(let line): "message \"\(line.id)\""
                }
            return numbers.updateValue(number, forKey: key).map { "\(key) stands in line \($0), too" }
        }
    }

    /// Checks lines that come from no file.
    ///
    /// - Throws: ``RefusedLine`` for the first invalid line, or the first that repeats an earlier one.
    static func check(_ lines: [ChatLine], of name: String) throws -> [Line] {
        var known = KnownLines()
        return try lines.enumerated().map { index, line in
            func refusal(_ kind: RefusedLine.Kind, _ reason: String) -> RefusedLine {
                RefusedLine(kind: kind, path: name, line: index + 1, reason: reason)
            }
            if let repetition = known.take(line, index + 1) { throw refusal(.conflicting, repetition) }
            do throws(ValueError) {
                return Line(number: index + 1, line: try line.checked())
            } catch {
                throw refusal(.invalid, error.description)
            }
        }
    }

    /// Reads all lines; empty ones are skipped.
    ///
    /// - Throws: ``RefusedLine`` for the first invalid line, or the first that repeats an earlier one.
    static func read(_ path: String) throws -> [Line] {
        let name = path == "-" ? MailboxWalk.pipeName : path
        let packed = try PackedLines(path)
        var lines: [Line] = []
        var known = KnownLines()
        func refusal(_ kind: RefusedLine.Kind, _ reason: String) -> RefusedLine {
            RefusedLine(kind: kind, path: name, line: max(1, packed.number), reason: reason)
        }
        do {
            while let bytes = try packed.next() {
                guard !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) else { continue }
                let line = try ChatLine(json: Array(bytes))
                if let repetition = known.take(line, packed.number) { throw refusal(.conflicting, repetition) }
                lines.append(Line(number: packed.number, line: line))
            }
        } catch let error as UnfitChatLine {
            throw refusal(error.kind, error.reason)
        } catch let error as PackedLines.LineTooLong {
            throw RefusedLine(
                kind: .malformed, path: name, line: error.line, reason: "it is longer than any line of chats")
        }
        return lines
    }
}
