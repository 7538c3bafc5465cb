internal import CivilTime
internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// The entries of messages that come in, in the indexes of ``MessagesSchema``.
///
/// An index of `message` ends with the row's number, also where its columns name the id. One of `copy` or `keyword` ends
/// with the columns of the key that it lacks (<https://www.sqlite.org/fileformat2.html>, section 2.4).
struct MessageIndexes {
    private let byUUID: SortedRows
    private let byIdentity: SortedRows
    private let byDate: SortedRows
    private let byAccountAndDate: SortedRows
    private let byMessageID: SortedRows
    private let byContent: SortedRows
    private let byAccountAndReceipt: SortedRows
    private let unseen: SortedRows
    private let unseenByAccount: SortedRows
    private let flagged: SortedRows
    private let drafts: SortedRows
    private let attached: SortedRows
    private let byExternalID: SortedRows
    private let byDraftID: SortedRows
    private let byList: SortedRows
    private let datedAhead: SortedRows
    private let ended: SortedRows
    private let copiesByFolder: SortedRows
    private let copiesByFolderAndDate: SortedRows
    private let keywordsByName: SortedRows

    init(in tables: FoldedTables) {
        byUUID = tables.rows("message_by_uuid", isUnique: true)
        byIdentity = tables.rows("message_by_identity")
        byDate = tables.rows("message_by_date")
        byAccountAndDate = tables.rows("message_by_account_and_date")
        byMessageID = tables.rows("message_by_message_id")
        byContent = tables.rows("message_by_content")
        byAccountAndReceipt = tables.rows("message_by_account_and_receipt")
        unseen = tables.rows("unseen_message_by_date")
        unseenByAccount = tables.rows("unseen_message_by_account_and_date")
        flagged = tables.rows("flagged_message_by_date")
        drafts = tables.rows("draft_message_by_date")
        attached = tables.rows("attached_message_by_date")
        byExternalID = tables.rows("message_by_external_id")
        byDraftID = tables.rows("message_by_draft_id")
        byList = tables.rows("message_by_list")
        datedAhead = tables.rows("message_dated_ahead")
        ended = tables.rows("ended_message_by_date")
        copiesByFolder = tables.rows("copy_by_folder")
        copiesByFolderAndDate = tables.rows("copy_by_folder_and_date")
        keywordsByName = tables.rows("keyword_by_name")
        let ofMessages = tables.rows("change_of_message")
        let endsOfAccounts = tables.rows("end_of_account")
        let livesOfFolders = tables.rows("life_of_folder")
        tables.observeChanges { change, position, number in
            let rows =
                switch change.entity {
                case Entity.message where position != change.id: ofMessages
                case Entity.account where change.kind != .updated: endsOfAccounts
                case Entity.folder where change.kind != .updated: livesOfFolders
                default: SortedRows?.none
                }
            var key = SortKey()
            try rows?.append(change.id, position, number, by: &key)
        }
    }

    func append(_ row: NewMessage, of added: MessageAdded) throws {
        let (id, account) = (row.id, row.account)
        var key = SortKey()
        func add(to rows: SortedRows, _ columns: (inout SortKey) -> Void) throws {
            key.removeAll()
            columns(&key)
            try rows.append(key)
        }
        try add(to: byUUID) {
            $0.append(blob: row.uuid)
            $0.append(id)
        }
        try add(to: byIdentity) {
            $0.append(account)
            $0.append(blob: row.identity)
            $0.append(id)
        }
        try add(to: byMessageID) {
            $0.append(added.headers.messageID)
            $0.append(id)
        }
        try add(to: byContent) {
            $0.append(blob: row.content.span.extracting(0..<8))
            $0.append(id)
        }
        for copy in row.copies.rows {
            try add(to: copiesByFolder) {
                $0.append(copy.folder)
                $0.append(id)
                $0.append(Int64(copy.number))
            }
            guard copy.isLive else { continue }
            try add(to: copiesByFolderAndDate) {
                $0.append(copy.folder)
                $0.append(row.sortDate)
                $0.append(id)
                $0.append(Int64(copy.number))
            }
        }
        func appendDate(_ key: inout SortKey) {
            key.append(row.sortDate)
            key.append(id)
            key.append(id)
        }
        func appendAccountAndDate(_ key: inout SortKey) {
            key.append(account)
            appendDate(&key)
        }
        if row.isLive {
            try add(to: byDate, appendDate)
            try add(to: byAccountAndDate, appendAccountAndDate)
            try add(to: byAccountAndReceipt) {
                $0.append(account)
                $0.append(added.receivedAt.microseconds)
                $0.append(id)
                $0.append(id)
            }
            if !row.keywords.isSeen {
                try add(to: unseen, appendDate)
                try add(to: unseenByAccount, appendAccountAndDate)
            }
            if row.keywords.isFlagged { try add(to: flagged, appendDate) }
            if row.keywords.isDraft { try add(to: drafts, appendDate) }
            if row.hasAttachments { try add(to: attached, appendDate) }
        } else {
            try add(to: ended, appendDate)
        }
        if let external = row.external.id {
            try add(to: byExternalID) {
                $0.append(account)
                $0.append(external)
                $0.append(id)
            }
        }
        if let draft = row.external.draft {
            try add(to: byDraftID) {
                $0.append(account)
                $0.append(draft)
                $0.append(id)
            }
        }
        if let list = added.headers.listID {
            try add(to: byList) {
                $0.append(list)
                $0.append(id)
            }
        }
        let date = added.headers.date?.microseconds ?? added.receivedAt.microseconds
        if date > row.sortDate {
            try add(to: datedAhead) {
                $0.append(date)
                $0.append(row.sortDate)
                $0.append(id)
            }
        }
        for keyword in row.keywords {
            try add(to: keywordsByName) {
                $0.append(keyword.key)
                $0.append(id)
            }
        }
    }
}
