/// Where else bytes of what was erased may be: in the caches of other machines, and in the copies that a server keeps.
package struct CopiesElsewhere: Encodable, Sendable {
    /// A machine with a cache of the ledger.
    package struct Node: Encodable, Sendable {
        package let name: String
        /// Whether its cache has nothing any more of what was erased so far.
        package let hasForgotten: Bool
        /// When it used the ledger last, within an hour.
        package let seenAt: String
        /// Whether that is so long ago that nobody can count on it to forget by itself.
        package let isAway: Bool

        package init(name: String, hasForgotten: Bool, seenAt: String, isAway: Bool) {
            self.name = name
            self.hasForgotten = hasForgotten
            self.seenAt = seenAt
            self.isAway = isAway
        }
    }

    package let nodes: [Node]
    /// For how many days archives and backups of the server are kept, as its operator stated; nil if nobody did.
    package let retentionDays: Int?

    package init(nodes: [Node], retentionDays: Int?) {
        self.nodes = nodes
        self.retentionDays = retentionDays
    }
}
