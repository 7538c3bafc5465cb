internal import Cryptography
internal import EventLog
package import LedgerKernel

public struct StatisticsForm: Encodable, Sendable {
    public let events: Int64
    public let head: Int64
    public let root: String
    public let messages: Int
    public let threads: Int
    public let folders: Int
    public let accounts: Int
    public let bytes: Bytes?

    public struct Bytes: Encodable, Sendable {
        public let log: Int64
        public let content: Int64
        public let views: Int64
        public let search: Int64
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
