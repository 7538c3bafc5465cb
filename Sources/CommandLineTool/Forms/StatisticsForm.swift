internal import EventLog
internal import Hashing
internal import MailLedger

struct StatisticsForm: Encodable {
    let events: Int64
    let head: Int64
    let root: String
    let messages: Int
    let threads: Int
    let folders: Int
    let accounts: Int
    let bytes: Bytes

    struct Bytes: Encodable {
        let log: Int64
        let content: Int64
        let views: Int64
        let search: Int64
    }

    init(_ statistics: LedgerStatistics) {
        events = statistics.events
        head = statistics.head.rawValue
        root = statistics.root.hex
        messages = statistics.messages
        threads = statistics.threads
        folders = statistics.folders
        accounts = statistics.accounts
        bytes = Bytes(
            log: statistics.bytes.log, content: statistics.bytes.content, views: statistics.bytes.views,
            search: statistics.bytes.search)
    }
}
