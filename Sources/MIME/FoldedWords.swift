internal import Synchronization

/// Words beyond ASCII with what they fold to, since mail repeats them: to fold one takes four calls of GLib and several microseconds.
///
/// A process has one, for all of its threads.
struct FoldedWords: ~Copyable {
    private let known = Mutex<[[UInt8]: [UInt8]]>([:])

    /// With the longest words that takes some 2 MB.
    private static let capacity = 8_192
    /// In bytes; a longer one, as text in a script without spaces has them, seldom comes again.
    private static let longestWord = 48

    /// Returns the folded form of a word, and computes it if it is not known yet.
    func folded(_ word: [UInt8], by fold: (String) -> String) -> [UInt8] {
        guard word.count <= Self.longestWord else { return Array(fold(String(decoding: word, as: UTF8.self)).utf8) }
        if let folded = known.withLock({ $0[word] }) { return folded }
        let folded = Array(fold(String(decoding: word, as: UTF8.self)).utf8)
        known.withLock { known in
            if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
            known[word] = folded
        }
        return folded
    }
}
