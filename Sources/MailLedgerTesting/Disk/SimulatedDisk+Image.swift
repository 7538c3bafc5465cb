public import Cryptography
internal import DiskFiles
internal import Synchronization

extension SimulatedDisk {
    /// A digest of all files and folders: each path with its kind, its permissions, its time and its bytes.
    ///
    /// Two disks with the same image return the same data to their readers.
    /// - Complexity: O(bytes).
    public var image: SHA256Digest {
        state.withLock { state in
            var hasher = SHA256Hasher()
            state.digest(DiskState.root, into: &hasher)
            return hasher.finalize()
        }
    }
}

extension DiskState {
    fileprivate func digest(_ index: Int, into hasher: inout SHA256Hasher) {
        let node = nodes[index]
        let facts = "\(node.kind) \(node.permissions) \(node.modified) \(node.bytes.count) \(node.names.count)\n"
        hasher.update(Array(facts.utf8))
        hasher.update(node.bytes)
        for (name, child) in node.names.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            hasher.update(name + [0])
            digest(child, into: &hasher)
        }
    }
}
