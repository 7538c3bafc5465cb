internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// The partition of messages into threads: a union-find over Message-IDs, kept in tables.
struct ThreadPartition {
    let connection: Connection
    private let selectReference: Statement
    let insertReference: Statement
    private let insertMember: Statement
    private let selectMember: Statement
    let moveMembers: Statement
    private let renew: Statement
    private let renewAll: Statement
    let moveReferences: Statement
    let replies: ThreadReplies
    /// Whether an answer with another subject begins its own thread, which the ledger's own rules never do.
    let splitsBySubject: Bool

    /// Records that a message became another email, by the message and the position.
    static let renewal: StaticString = "INSERT OR IGNORE INTO email_renewal VALUES (?, ?)"

    /// The thread of a message, and the threads that were merged into it.
    struct Outcome {
        let thread: Int64
        let merged: [Int64]
    }

    init(on connection: Connection, splitsBySubject: Bool = false) throws {
        self.connection = connection
        self.splitsBySubject = splitsBySubject
        selectReference = try connection.prepare(
            "SELECT thread FROM thread_reference WHERE account = ? AND message_id = ?")
        insertReference = try connection.prepare("INSERT OR IGNORE INTO thread_reference VALUES (?, ?, ?)")
        insertMember = try connection.prepare("INSERT INTO thread_member VALUES (?, ?)")
        selectMember = try connection.prepare("SELECT thread FROM thread_member WHERE message = ?")
        moveMembers = try connection.prepare("UPDATE thread_member SET thread = ?2 WHERE thread = ?1")
        renew = try connection.prepare(Self.renewal)
        renewAll = try connection.prepare(
            "INSERT OR IGNORE INTO email_renewal SELECT message, ?2 FROM thread_member WHERE thread = ?1")
        moveReferences = try connection.prepare("UPDATE thread_reference SET thread = ?2 WHERE thread = ?1")
        replies = try ThreadReplies(on: connection)
    }

    /// Adds a message that has or names these Message-IDs.
    ///
    /// The thread with the first-recorded message absorbs the others, so that a thread's id is that message's.
    ///
    /// - Parameter joining: Called with the threads that become one, while each still has its own members.
    func insert(
        message: Int64, headers: MessageHeaders, account: Int64, joining: ([Int64]) throws -> Void
    ) throws -> Outcome {
        let keys = keys(headers.messageID, headers.inReplyTo + headers.references, subject: headers.subject)
        var found: Set<Int64> = []
        var unknown: [String] = []
        for key in keys {
            if let thread = try thread(withReference: key, account: account) {
                found.insert(thread)
            } else {
                unknown.append(key)
            }
        }
        let thread = found.min() ?? message
        let merged = found.subtracting([thread]).sorted()
        if !merged.isEmpty { try joining([thread] + merged) }
        for other in merged {
            // The stream of a message is the position of the event that added it.
            try renewAll.run(other, message)
            try moveMembers.run(other, thread)
            try moveReferences.run(other, thread)
        }
        try insertMember.run(message, thread)
        for key in unknown { try insertReference.run(account, key, thread) }
        try replies.insert(inReplyTo: headers.inReplyTo, references: headers.references, of: message)
        return Outcome(thread: thread, merged: merged)
    }

    /// Removes an erased message, and returns the threads that it changed.
    ///
    /// The others stay together until the views are built from the blanked log; a thread that had the message's id gets
    /// that of the next one.
    func remove(message: Int64) throws -> [Int64] {
        guard let thread = try selectMember.first(message, row: { try $0.next(Int64.self) }) else { return [] }
        try connection.run("DELETE FROM thread_member WHERE message = \(bind: message)")
        try connection.run("DELETE FROM email_renewal WHERE message = \(bind: message)")
        try connection.run("DELETE FROM thread_reply WHERE message = \(bind: message)")
        try connection.run("DELETE FROM thread_mark WHERE message = \(bind: message)")
        try connection.run("DELETE FROM thread_join WHERE message = \(bind: message)")
        try connection.run(
            "DELETE FROM thread_marked_before WHERE message = \(bind: message) OR joining = \(bind: message)")
        guard thread == message else { return [thread] }
        let next = try connection.first(
            "SELECT min(message) FROM thread_member WHERE thread = \(bind: thread)"
        ) { try $0.next(Int64?.self) }
        guard let next, let next else {
            try connection.run("DELETE FROM thread_reference WHERE thread = \(bind: thread)")
            return [thread]
        }
        try moveMembers.run(thread, next)
        try moveReferences.run(thread, next)
        return [thread, next]
    }

    /// Records that an event turned each of these messages into another email.
    func renew(_ messages: Set<Int64>, at position: Position) throws {
        for message in messages { try renew.run(message, position.rawValue) }
    }

    func thread(of message: Int64) throws -> Int64 {
        guard let thread = try threadIfKnown(of: message) else {
            throw ProjectionError.unknown("the thread of message \(message)")
        }
        return thread
    }

    func threadIfKnown(of message: Int64) throws -> Int64? {
        try selectMember.first(message, row: { try $0.next(Int64.self) })
    }

    /// The Message-IDs that a message has or names.
    static func ids(_ id: String?, _ followed: [String]) -> Set<String> {
        Set([id].compactMap { $0 } + followed)
    }

    /// The keys that a message shares with others of its thread.
    func keys(_ id: String?, _ followed: [String], subject: String?) -> Set<String> {
        let ids = Self.ids(id, followed)
        guard splitsBySubject else { return ids }
        let base = subject.map { BaseSubject(of: $0).text } ?? ""
        return Set(ids.map { $0 + "\n" + base })
    }

    func thread(withReference key: String, account: Int64) throws -> Int64? {
        try selectReference.first(account, key, row: { try $0.next(Int64.self) })
    }

    func liveMessages(of thread: Int64) throws -> [Int64] {
        try messages(of: thread).filter(\.isLive).map(\.message)
    }

    /// Returns the messages of a thread in the order of recording, deleted ones too.
    func messages(of thread: Int64) throws -> [(message: Int64, isLive: Bool)] {
        try connection.rows(
            """
            SELECT message.id, message.is_live FROM thread_member CROSS JOIN message ON message.id = thread_member.message
            WHERE thread_member.thread = \(bind: thread) ORDER BY message.id
            """
        ) { try ($0.next(), $0.next()) }
    }
}
