internal import CivilTime
internal import Cryptography
internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// The row operations of the tables `message`, `copy` and `keyword`.
struct MessageTables {
    let connection: Connection
    private let insertMessage: Statement
    private let widenBlock: Statement
    private let folders: KnownFolders
    private let insertCopy: Statement
    private let insertKeyword: Statement
    private let deleteKeyword: Statement
    private let deleteKeywords: Statement
    private let selectState: Statement
    private let selectFolders: Statement
    private let selectShownCopy: Statement
    private let updateKeywords: Statement
    private let changeKeywords: Statement
    private let updateLiveness: Statement

    /// A message's state with the account that it belongs to.
    struct CountedState {
        let account: Int64
        let weight: MessageWeight
        let state: MessageTransition.State

        func with(isUnread: Bool, isDraft: Bool) -> CountedState {
            CountedState(
                account: account, weight: weight,
                state: .init(isLive: state.isLive, isUnread: isUnread, isDraft: isDraft, folders: state.folders))
        }
    }

    init(on connection: Connection) throws {
        self.connection = connection
        insertMessage = try connection.prepare(
            """
            INSERT INTO message VALUES
                (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        widenBlock = try MessageBlock.widening(on: connection)
        folders = try KnownFolders(on: connection, keeping: false)
        // A copy that was removed may come back under its number.
        insertCopy = try connection.prepare("INSERT OR REPLACE INTO copy VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        insertKeyword = try connection.prepare("INSERT OR REPLACE INTO keyword VALUES (?, ?, ?)")
        deleteKeyword = try connection.prepare("DELETE FROM keyword WHERE message = ? AND name = ?")
        deleteKeywords = try connection.prepare("DELETE FROM keyword WHERE message = ?")
        selectState = try connection.prepare(
            "SELECT account, is_live, is_unread, is_draft, sort_date, size FROM message WHERE id = ?")
        selectFolders = try connection.prepare("SELECT folder FROM copy WHERE message = ? AND is_live")
        selectShownCopy = try connection.prepare(
            "SELECT folder, source, raw, flags FROM copy WHERE message = ? AND number = ? AND is_live")
        updateKeywords = try connection.prepare(
            """
            UPDATE message SET is_unread = ?, is_flagged = ?, is_answered = ?, is_draft = ?, is_seen = ?,
                keywords_are_set = max(keywords_are_set, ?) WHERE id = ?
            """)
        changeKeywords = try connection.prepare(
            """
            UPDATE message SET is_seen = ifnull(?2, is_seen), is_draft = ifnull(?3, is_draft),
                is_unread = NOT (ifnull(?2, is_seen) OR ifnull(?3, is_draft)), is_flagged = ifnull(?4, is_flagged),
                is_answered = ifnull(?5, is_answered), keywords_are_set = 1 WHERE id = ?1
            RETURNING is_unread, is_draft
            """)
        updateLiveness = try connection.prepare(
            """
            UPDATE message SET is_live = NOT is_live
            WHERE id = ? AND is_live <> (
                ended IS NULL AND EXISTS (SELECT 1 FROM copy WHERE message = message.id AND is_live))
            """)
    }

    // MARK: Messages

    /// Returns what the message means from its coming on.
    func insert(
        _ added: MessageAdded, id: Int64, account: Int64, recordedAt: Timestamp
    ) throws -> MessageTransition {
        let (folder, isLive) = try folders.place(of: added.copy)
        let message = NewMessage(
            added, id: id, account: account, recordedAt: recordedAt, folder: folder, isLive: isLive)
        for copy in message.copies.rows {
            try insertCopy.run { try copy.append(of: id, sortDate: message.sortDate, to: &$0) }
        }
        try insertMessage.run { try message.append(added, to: &$0) }
        try widenBlock.run(MessageBlock.number(of: id), message.sortDate)
        for keyword in added.keywords { try insertKeyword.run(id, keyword.key, keyword.text) }
        return message.arrival
    }

    /// The bytes of an account's live messages.
    func size(of account: Int64) throws -> Int64 {
        try connection.first(
            "SELECT ifnull(sum(size), 0) FROM message WHERE account = \(bind: account) AND is_live"
        ) { try $0.next() } ?? 0
    }

    func state(of id: Int64) throws -> CountedState {
        guard let state = try stateIfKnown(of: id) else { throw ProjectionError.unknown("message \(id)") }
        return state
    }

    /// Nil where no event made the message, or all that did are erased.
    func stateIfKnown(of id: Int64) throws -> CountedState? {
        let row = try selectState.first(id) {
            try (
                $0.next(Int64.self), $0.next(Bool.self), $0.next(Bool.self), $0.next(Bool.self),
                MessageWeight(sortDate: $0.next(), size: $0.next())
            )
        }
        guard let (account, isLive, isUnread, isDraft, weight) = row else { return nil }
        var folders = isLive ? try selectFolders.rows(id) { try $0.next(Int64.self) } : []
        if folders.count > 1 { folders = Set(folders).sorted() }
        return CountedState(
            account: account, weight: weight,
            state: .init(isLive: isLive, isUnread: isUnread, isDraft: isDraft, folders: folders))
    }

    func isLive(account: Int64) throws -> Bool { try connection.isLive(account: account) }

    /// Removes all rows of an erased message.
    func remove(_ id: Int64) throws {
        try connection.run("DELETE FROM keyword WHERE message = \(bind: id)")
        try connection.run("DELETE FROM copy WHERE message = \(bind: id)")
        try connection.run("DELETE FROM moved WHERE message = \(bind: id)")
        try connection.run("DELETE FROM message WHERE id = \(bind: id)")
        try MessageBlock.settle(MessageBlock.number(of: id), on: connection)
    }

    func setEnd(_ position: Position?, of id: Int64) throws {
        try connection.run("UPDATE message SET ended = \(bind: position?.rawValue) WHERE id = \(bind: id)")
    }

    /// Works out whether the message lives, after its end or its copies changed.
    func settleLiveness(of id: Int64) throws {
        try updateLiveness.run(id)
    }

    // MARK: Keywords

    /// Replaces the keywords; nil leaves them unchanged.
    func setKeywords(_ keywords: KeywordSet?, of id: Int64, explicitly: Bool) throws {
        guard let keywords else { return }
        try deleteKeywords.run(id)
        for keyword in keywords { try insertKeyword.run(id, keyword.key, keyword.text) }
        try updateKeywords.run(
            keywords.isUnread, keywords.isFlagged, keywords.isAnswered, keywords.isDraft, keywords.isSeen, explicitly,
            id)
    }

    /// Takes keywords away and adds others, as a command does.
    ///
    /// - Returns: The state before with what the message counts as now.
    func change(_ keywords: KeywordChange, of id: Int64, in before: CountedState) throws -> CountedState {
        for keyword in keywords.removed ?? [] { try deleteKeyword.run(id, keyword.key) }
        for keyword in keywords.added ?? [] { try insertKeyword.run(id, keyword.key, keyword.text) }
        let now = try changeKeywords.first(
            id, keywords.sets(.seen), keywords.sets(.draft), keywords.sets(.flagged), keywords.sets(.answered)
        ) { try (isUnread: $0.next(Bool.self), isDraft: $0.next(Bool.self)) }
        return now.map { before.with(isUnread: $0.isUnread, isDraft: $0.isDraft) } ?? before
    }

    /// Notes that the account's messages up to the latest have the tags that they have, and no others.
    func adoptTags(_ isAdopted: Bool, of account: Int64) throws {
        try connection.run("DELETE FROM told_tags WHERE account = \(bind: account)")
        guard isAdopted else { return }
        try connection.run(
            """
            INSERT INTO told_tags
            SELECT \(bind: account), ifnull(max(id), 0) FROM message WHERE account = \(bind: account)
            """)
    }

    // MARK: What comes later

    /// Puts the whole message in the place of its header.
    func load(_ loaded: MessageBodyLoaded, of id: Int64) throws {
        try connection.run(
            """
            UPDATE message SET content = \(bind: loaded.raw.new.bytes), identity = \(bind: loaded.identity.new.bytes),
                size = \(bind: loaded.size.new), snippet = \(bind: loaded.snippet), has_body = 1,
                has_attachments = \(bind: loaded.attachments.contains(where: \.isForReaders))
            WHERE id = \(bind: id)
            """)
        try connection.run(
            """
            UPDATE copy SET raw = \(bind: loaded.raw.new.bytes)
            WHERE message = \(bind: id) AND raw = \(bind: loaded.raw.old.bytes)
            """)
    }

    func link(_ linked: MessageLinked, of id: Int64) throws {
        if let change = linked.id {
            try connection.run("UPDATE message SET external_id = \(bind: change.new) WHERE id = \(bind: id)")
        }
        if let change = linked.thread {
            try connection.run("UPDATE message SET external_thread = \(bind: change.new) WHERE id = \(bind: id)")
        }
        if let change = linked.draft {
            try connection.run("UPDATE message SET draft_id = \(bind: change.new) WHERE id = \(bind: id)")
        }
    }

    // MARK: Copies

    /// Returns whether the visible copy changed, as the next functions do.
    func insert(_ copy: MessageCopy, of id: Int64) throws -> Bool {
        let sortDate = try connection.first("SELECT sort_date FROM message WHERE id = \(bind: id)") {
            try $0.next(Int64.self)
        }
        guard let sortDate else { throw ProjectionError.unknown("message \(id)") }
        try connection.run(
            "UPDATE message SET next_copy = max(next_copy, \(bind: copy.number + 1)) WHERE id = \(bind: id)")
        let (folder, isLive) = try folders.place(of: copy)
        return try changesShown(copy.number, of: id) {
            let row = StoredCopy(copy, in: folder, isLive: isLive)
            try insertCopy.run { try row.append(of: id, sortDate: sortDate, to: &$0) }
        }
    }

    func update(_ changed: CopyChanged, of id: Int64) throws -> Bool {
        try changesShown(changed.copy, of: id) {
            let copy: SQL = "message = \(bind: id) AND number = \(bind: changed.copy)"
            if let source = changed.source?.new { try set("source = \(bind: source)", of: copy) }
            if let maildir = changed.maildir { try set("maildir = \(bind: maildir.new)", of: copy) }
            if let flags = changed.flags?.new { try set("flags = \(bind: flags)", of: copy) }
            if let isHidden = changed.isHidden?.new {
                let flags =
                    try connection.first("SELECT flags FROM copy WHERE \(copy)") { try $0.next(String.self) } ?? ""
                try set("flags = \(bind: MessageCopy.flags(flags, hidden: isHidden))", of: copy)
            }
            try settleCopies(copy)
        }
    }

    // A copy deleted here stays deleted until that is undone: a T that was written for it hides no copy.
    func update(_ written: CopyPushed, of id: Int64) throws -> Bool {
        try changesShown(written.copy, of: id) {
            let copy: SQL = "message = \(bind: id) AND number = \(bind: written.copy)"
            if let source = written.source?.new { try set("source = \(bind: source)", of: copy) }
            let old = try connection.first("SELECT flags FROM copy WHERE \(copy)") { try $0.next(String.self) } ?? ""
            if let flags = written.shownFlags(over: old) { try set("flags = \(bind: flags)", of: copy) }
        }
    }

    private func set(_ assignment: SQL, of copy: SQL) throws {
        try connection.run("UPDATE copy SET \(assignment) WHERE \(copy)")
    }

    func move(_ move: MessageMoved.Move, of id: Int64) throws -> Bool {
        try changesShown(move.copy, of: id) {
            try connection.run(
                """
                UPDATE copy SET folder = (SELECT id FROM folder WHERE uuid = \(bind: move.folder.new.blob))
                WHERE message = \(bind: id) AND number = \(bind: move.copy)
                """)
            try connection.run(
                """
                INSERT OR IGNORE INTO moved
                SELECT folder, message FROM copy WHERE message = \(bind: id) AND number = \(bind: move.copy)
                """)
            try settleCopies("message = \(bind: id) AND number = \(bind: move.copy)")
        }
    }

    func endCopy(_ number: Int, of id: Int64, at position: Position) throws -> Bool {
        try changesShown(number, of: id) {
            try connection.run(
                """
                UPDATE copy SET is_live = 0, ended = \(bind: position.rawValue)
                WHERE message = \(bind: id) AND number = \(bind: number)
                """)
        }
    }

    /// Whether the closure changes the shown columns of a copy: its message's place.
    private func changesShown(_ number: Int, of id: Int64, _ body: () throws -> Void) throws -> Bool {
        func shown() throws -> [Value]? {
            try selectShownCopy.first(id, number) { row in try (0..<4).map { _ in try row.next() } }
        }
        let before = try shown()
        try body()
        return try shown() != before
    }

    func messages(in folder: Int64) throws -> [Int64] {
        try connection.rows("SELECT DISTINCT message FROM copy WHERE folder = \(bind: folder)") { try $0.next() }
    }

    /// Works out which copies in a folder live, after the folder ended or came back.
    func settleCopies(in folder: Int64) throws {
        try settleCopies("folder = \(bind: folder)")
    }

    private func settleCopies(_ condition: SQL) throws {
        try connection.run(
            """
            UPDATE copy SET is_live = ended IS NULL AND instr(flags, 'T') = 0
                AND (SELECT is_live FROM folder WHERE folder.id = copy.folder)
            WHERE \(condition)
            """)
    }
}
