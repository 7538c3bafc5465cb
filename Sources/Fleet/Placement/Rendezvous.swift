internal import Cryptography
package import EventLog

/// The nodes on which a ledger should be warm, by rendezvous hashing.
///
/// Each pair of a ledger and a node has a rank. The node of the highest rank is the first choice
/// (<https://doi.org/10.1109/90.663936>).
///
/// A hint, on which nothing depends: any node may serve any ledger. Without a table or an election all nodes choose alike. A
/// further node takes its part from all others, and one that is lost leaves each of its ledgers to that ledger's second
/// choice.
package enum Rendezvous {
    /// Orders nodes by their rank for a ledger, the first choice first.
    ///
    /// The rank is the SHA-256 of the ledger's id, as its 16 bytes, and the node's name in UTF-8.
    ///
    /// - Complexity: A digest for each node.
    package static func choices(of ledger: LedgerID, among nodes: [String]) -> [String] {
        nodes.map { (rank: SHA256Hasher.digest(of: ledger.uniqueID.bytes + Array($0.utf8)).bytes, name: $0) }
            .sorted { $1.rank.lexicographicallyPrecedes($0.rank) }.map(\.name)
    }
}
