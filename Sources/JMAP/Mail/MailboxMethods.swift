internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// Folders and labels as mailboxes (RFC 8621 section 2).
enum MailboxMethods {
    static let all: [Method] = [
        .reading("Mailbox/get", get), .reading("Mailbox/changes", changes),
        .reading("Mailbox/query", MailboxQuery.answer),
        .reading("Mailbox/queryChanges", MailboxQuery.changes), .writing("Mailbox/set", MailboxSet.answer),
    ]

    static let properties = [
        "id", "name", "parentId", "role", "sortOrder", "totalEmails", "unreadEmails", "totalThreads", "unreadThreads",
        "myRights", "isSubscribed",
    ]

    /// The folders that are mailboxes; notebooks are none.
    static func mailboxes(of account: AccountRow, _ reader: LedgerReader) throws -> [FolderRow] {
        try reader.folders(of: account.stream).filter { $0.kind != FolderKind.notebook.rawValue }
    }

    /// What changes with the messages of a mailbox.
    private static let counts = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"]

    @Sendable private static func changes(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments("sinceState", "maxChanges")
        let account = try call.account(arguments, reader)
        let changes = try ChangesAnswer(.mailboxes, call, account, arguments, reader)
        var answer = changes.json(account)
        answer["updatedProperties"] = changes.isCountsOnly ? .array(counts.map { .string($0) }) : .null
        return answer
    }

    @Sendable private static func get(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments("ids", "properties")
        let account = try call.account(arguments, reader)
        let ids = try GetAnswer.ids(call, arguments)
        let properties = try GetAnswer.properties(call, arguments, of: properties)
        let rows = try mailboxes(of: account, reader)
        let counts = MailboxCountsQuery(on: reader.connection)
        let countsThreads = properties.contains { $0.hasSuffix("Threads") }
        let numbers = Numbers(
            chats: try counts.chats(of: account.stream),
            threads: countsThreads ? try counts.threads(of: account.stream) : [:],
            systemRights: rights(call.caller, isSystem: true), rights: rights(call.caller, isSystem: false))
        var answer = GetAnswer()
        guard let ids else {
            for row in rows { try answer.add(object(of: row, properties, numbers), call.budget) }
            return answer.json(account, try .current(Entity.folder, account, reader))
        }
        let byID = Dictionary(uniqueKeysWithValues: rows.map { (JMAPID.text(of: $0.id), $0) })
        for id in ids {
            if let row = byID[id] {
                try answer.add(object(of: row, properties, numbers), call.budget)
            } else {
                answer.miss(id)
            }
        }
        return answer.json(account, try .current(Entity.folder, account, reader))
    }

    /// Returns all properties of a mailbox.
    static func object(
        of id: FolderID, _ account: AccountRow, _ call: MethodCall, _ reader: LedgerReader
    ) throws -> JSONObject {
        let arguments: JSONObject = [
            "accountId": .string(JMAPID.text(of: account.id)), "ids": [.string(JMAPID.text(of: id))],
        ]
        guard case .array(let list)? = try get(call.with(arguments), reader)["list"],
            case .object(let object)? = list.first
        else { return [:] }
        return object
    }

    /// What is counted beside the rows.
    private struct Numbers {
        let chats: [StreamID: (total: Int, unread: Int)]
        let threads: [StreamID: MailboxCountsQuery.Counts]
        /// The caller's rights to mailboxes that every account has, and to others.
        let (systemRights, rights): (JSONValue, JSONValue)
    }

    private static func object(of row: FolderRow, _ properties: [String], _ numbers: Numbers) -> JSONObject {
        let chats = numbers.chats[row.stream] ?? (0, 0)
        let threads = numbers.threads[row.stream] ?? MailboxCountsQuery.Counts()
        var members = [JSONObject.Member("id", .string(JMAPID.text(of: row.id)))]
        members.reserveCapacity(properties.count + 1)
        for property in properties where property != "id" {
            let value: JSONValue =
                switch property {
                case "name": .string(row.name)
                case "parentId": row.parent.map { .string(JMAPID.text(of: $0)) } ?? .null
                case "role": role(of: row).map { .string($0) } ?? .null
                case "sortOrder": .integer(Int64(max(0, row.sortOrder)))
                case "totalEmails": .integer(Int64(max(0, row.total - chats.total)))
                case "unreadEmails": .integer(Int64(max(0, row.unread - chats.unread)))
                case "totalThreads": .integer(Int64(threads.threads))
                case "unreadThreads": .integer(Int64(threads.unreadThreads))
                case "myRights": row.settings.isSystem ? numbers.systemRights : numbers.rights
                default: .bool(row.settings.visibility != .hide)
                }
            members.append(JSONObject.Member(property, value))
        }
        return JSONObject(unique: members)
    }

    /// The name that IANA registered (<https://www.iana.org/assignments/imap-mailbox-name-attributes>).
    static func role(of row: FolderRow) -> String? {
        switch row.settings.role {
        case .spam: "junk"
        case .other, nil: nil
        case let role?: role.rawValue
        }
    }

    /// The role of an IANA name; nil where no mailbox has it.
    static func role(named name: String) -> FolderRole? {
        if name == "junk" { return .spam }
        guard let role = FolderRole(rawValue: name), ![.spam, .other].contains(role) else { return nil }
        return role
    }

    /// The folders that an account is not without stay as they are.
    private static func rights(_ caller: JMAPCaller, isSystem: Bool) -> JSONValue {
        let mayWrite: JSONValue = .bool(caller.mayWrite)
        let mayChange: JSONValue = .bool(caller.mayWrite && !isSystem)
        return [
            "mayReadItems": true, "mayAddItems": mayWrite, "mayRemoveItems": mayWrite, "maySetSeen": mayWrite,
            "maySetKeywords": mayWrite, "mayCreateChild": mayWrite, "mayRename": mayChange, "mayDelete": mayChange,
            "maySubmit": false,
        ]
    }
}
