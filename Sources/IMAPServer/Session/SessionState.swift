internal import EventLog
internal import IMAPProtocol
internal import MailLedger
internal import Projections

/// What a session of one account knows between two commands.
final class SessionState {
    /// What it is handed for a command, and does not keep.
    private var lent: (ledger: Ledger, past: (moment: Moment, ledger: Ledger)?)?
    let options: IMAPOptions
    /// The bytes of a message that APPEND takes (RFC 7889).
    let largestMessage: Int
    private let way: SessionOutput
    private(set) var enabled: Set<Capabilities.Enabled> = []
    var selected: SelectedMailbox?
    /// What SELECT found last.
    var opened: OpenedMailbox?
    var operation = SessionOperation()
    /// What the client calls itself (RFC 2971): its own words.
    private var client: String?
    /// The messages that were asked for last, so that a second look at one does not read it again.
    var messages = MessageMemory()
    /// How keywords are written, by their spellings: to work that out takes longer than to read the row.
    private var flagNames: [String: String?] = [:]
    private static let mostFlagNames = 200

    init(_ options: IMAPOptions, largestMessage: Int, _ way: SessionOutput) {
        self.options = options
        self.largestMessage = largestMessage
        self.way = way
    }

    // MARK: The ledger

    /// Takes the ledger of the thread that works for this session.
    func take(_ ledger: Ledger) {
        if lent?.ledger !== ledger { lent = (ledger, nil) }
    }

    /// Keeps no ledger: the next command may come on another thread.
    func giveBack() { lent = nil }

    /// The ledger, while a command is carried out.
    var ledger: Ledger {
        guard let lent else { preconditionFailure("a session works with the ledger of its caller") }
        return lent.ledger
    }

    /// The ledger at the moment of the selected mailbox; nil for the present.
    func past(of selected: SelectedMailbox) throws -> Ledger? {
        guard let moment = selected.past else { return nil }
        if let past = lent?.past, past.moment == moment { return past.ledger }
        let past = try ledger.at(moment)
        lent?.past = (moment, past)
        return past
    }

    /// Forgets what makes the next command faster.
    func rest() { (messages, flagNames, opened) = (MessageMemory(), [:], nil) }

    /// How a keyword is written; nil for one that no list of flags has.
    func flagName(of spelling: String) -> String? {
        if let known = flagNames[spelling] { return known }
        let name = FlagNames.keyword(spelling)
        if flagNames.count >= Self.mostFlagNames { flagNames = [:] }
        flagNames[spelling] = .some(name)
        return name
    }

    // MARK: Output

    var output: IMAPAnswer {
        get { way.answer }
        _modify { yield &way.answer }
    }

    func flushIfLong() throws { try way.flushIfLong() }

    /// How often a part of an answer has gone out.
    var sentPieces: Int { way.pieces }

    /// Reads, from one position of the log; an answer that is begun again leaves what it wrote before.
    func read<Output>(_ past: Ledger? = nil, _ body: (LedgerReader) throws -> Output) throws -> Output {
        let mark = output.bytes.count
        way.hasSent = false
        var isAgain = false
        return try (past ?? ledger).read { reader in
            if isAgain {
                guard !way.hasSent else { throw BrokenAnswer() }
                output.cut(to: mark)
            }
            isAgain = true
            return try body(reader)
        }
    }

    /// Ends a command, behind what it may announce.
    func finish(_ command: IMAPCommand, _ words: String, code: String? = nil, allowsExpunge: Bool = true) throws {
        try announce(allowsExpunge: allowsExpunge, namesUIDs: command.isByUID)
        output.line("\(command.tag) OK \(code.map { "[\($0)] " } ?? "")\(words)")
    }

    // MARK: The client

    var isRev2: Bool { enabled.contains(.rev2) }
    var hasResync: Bool { enabled.contains(.qresync) }
    var hasCondstore: Bool { enabled.contains(.condstore) || hasResync }
    /// Whether each FETCH that the client did not ask for names the UID (RFC 9051 section 7.5.2; RFC 7162 section 3.2.4).
    var alwaysNamesUIDs: Bool { isRev2 || hasCondstore }
    var hasUTF8: Bool { enabled.contains(.utf8) || isRev2 }

    /// Switches on what a client asks for, and says how far the mailbox is once it asks for such numbers (RFC 7162 section 3.1.2).
    func switchOn(_ capability: Capabilities.Enabled) throws {
        let isFirst = !hasCondstore && [.condstore, .qresync].contains(capability)
        if isFirst, let selected, selected.hasModSeqs {
            // What others did since the client last heard is not covered: it may hear of that later alone.
            let highest = try highestModSeq(selected)
            let heard = selected.isOfToday ? min(highest, selected.heard.rawValue) : highest
            output.line("* OK [HIGHESTMODSEQ \(heard)] The last change")
        }
        enabled.insert(capability)
    }

    func highestModSeq(_ selected: SelectedMailbox) throws -> Int64 {
        try read(past(of: selected)) { reader in
            try MailboxesQuery(on: reader.connection).numbers(of: selected.folder).highestModSeq
        }
    }

    /// Takes what the client calls itself: untrusted words, so few and printable.
    func identify(_ fields: [IMAPCommand.IDField]) {
        func field(_ name: String) -> String? {
            fields.first { $0.name.lowercased() == name }?.value
        }
        guard let name = field("name") else { return }
        let words = [name, field("version")].compactMap { $0 }.joined(separator: " ")
        let printable = words.unicodeScalars.filter { (0x20...0x7e).contains($0.value) }
        client = String(String.UnicodeScalarView(printable.prefix(Self.longestClient)))
    }

    private static let longestClient = 64

    /// The caller of a change, with the command and the client for the log.
    func call(_ word: String) throws -> Call {
        var call = Call(actor: options.actor, command: "imap \(word)")
        call.carrier = options.carrier
        call.reason = client.map { "\(word) by \($0)" }
        call.operation = try operation.next(ledger)
        return call
    }

    // MARK: The mailbox

    func account(_ reader: LedgerReader) throws -> AccountRow {
        guard let account = try reader.account(withID: options.account) else {
            throw NoAnswer(
                reader.past == nil ? "The account is not there any more" : "The account was not there yet",
                code: "NONEXISTENT")
        }
        return account
    }

    /// Refuses to go on with a mailbox whose numbers may name other messages now.
    func requireSameLog() throws {
        do {
            if selected?.isOfToday == true { try selected?.bookmark.check(ledger.store) }
        } catch EventLogError.otherLog {
            throw MailboxGone()
        }
        if selected == nil, (try? opened?.selected.bookmark.check(ledger.store)) == nil { opened = nil }
    }

    func requireSelected() throws -> SelectedMailbox {
        guard let selected else { throw NoAnswer("Select a mailbox first", isBad: true) }
        return selected
    }

    /// The selected mailbox, where it may be changed.
    func requireWritable() throws -> SelectedMailbox {
        let selected = try requireSelected()
        guard !selected.isReadOnly else { throw NoAnswer("The mailbox is read-only", code: "NOPERM") }
        return selected
    }

    /// Refuses a change by a session that may make none.
    func requireMayWrite() throws {
        guard !options.isReadOnly else { throw NoAnswer("This session may change nothing", code: "NOPERM") }
    }
}

/// The selected mailbox was deleted by others, or the log is another one.
struct MailboxGone: Error {}

/// An answer that would have to be begun again, of which a part has gone out.
struct BrokenAnswer: Error {}

extension IMAPCommand {
    /// Whether it is a UID command, whose answers name UIDs.
    var isByUID: Bool {
        switch body {
        case .fetch(let request): request.messages.isByUID
        case .store(let request): request.messages.isByUID
        case .copy(let messages, _), .move(let messages, _): messages.isByUID
        case .search(let request): request.isByUID
        case .sort(let request): request.isByUID
        case .thread(let request): request.isByUID
        case .expunge(let uids): uids != nil
        default: false
        }
    }
}
