internal import EventLog
internal import Hashing

public struct StatisticsForm: Encodable, Sendable {
    let events: Int64
    let head: Int64
    let root: String
    let messages: Int
    let threads: Int
    let folders: Int
    let accounts: Int
    let bytes: Bytes?

    struct Bytes: Encodable {
        let log: Int64
        let content: Int64
        let views: Int64
        let search: Int64
    }

    package init(_ statistics: LedgerStatistics) {
        events = statistics.events
        head = statistics.head.rawValue
        root = statistics.root.hex
        messages = statistics.messages
        threads = statistics.threads
        folders = statistics.folders
        accounts = statistics.accounts
        bytes = statistics.bytes.map {
            Bytes(log: $0.log, content: $0.content, views: $0.views, search: $0.search)
        }
    }

    enum CodingKeys: CodingKey {
        case events, head, root, messages, threads, folders, accounts, bytes
    }

    // What is not known is null: the key is there always.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(events, forKey: .events)
        try container.encode(head, forKey: .head)
        try container.encode(root, forKey: .root)
        try container.encode(messages, forKey: .messages)
        try container.encode(threads, forKey: .threads)
        try container.encode(folders, forKey: .folders)
        try container.encode(accounts, forKey: .accounts)
        try container.encode(bytes, forKey: .bytes)
    }
}
