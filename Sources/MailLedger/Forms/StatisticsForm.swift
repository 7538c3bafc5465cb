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
}
