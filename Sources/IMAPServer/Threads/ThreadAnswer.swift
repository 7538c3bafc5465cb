/// The words of an answer to THREAD.
///
/// See <https://www.rfc-editor.org/rfc/rfc5256#section-4>.
package enum ThreadAnswer {
    /// Returns the lists of a forest: `(2)(3 6 (4 23)(44 7 96))`.
    ///
    /// An only child follows its parent; several children, and those of a dummy, have lists of their own.
    ///
    /// - Complexity: O(the number of nodes).
    package static func text(_ forest: ThreadForest) -> [UInt8] {
        var text: [UInt8] = []
        /// For each open node with several lists: how many are not closed yet.
        var pending: [Int] = []
        var isFollowing = false
        for node in forest.nodes {
            text.append(UInt8(ascii: isFollowing ? " " : "("))
            if let number = node.number { text += String(number).utf8 }
            isFollowing = node.childCount == 1 && node.number != nil
            if isFollowing { continue }
            if node.childCount > 0 {
                if node.number != nil { text.append(UInt8(ascii: " ")) }
                pending.append(node.childCount)
                continue
            }
            text.append(UInt8(ascii: ")"))
            while let count = pending.popLast() {
                guard count == 1 else {
                    pending.append(count - 1)
                    break
                }
                text.append(UInt8(ascii: ")"))
            }
        }
        return text
    }
}
