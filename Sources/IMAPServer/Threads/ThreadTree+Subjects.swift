/// Step 5 of THREAD=REFERENCES: threads of one subject become one.
///
/// See <https://www.rfc-editor.org/rfc/rfc5256#section-3>.
extension ThreadTree {
    private struct Root {
        let node: Int
        let isDummy: Bool
        let isReply: Bool
        let subject: String
    }

    mutating func joinSubjects() {
        let roots = subjectedRoots()
        var table = Self.subjectTable(roots)
        /// The dummies whose children get another parent, so that they have none and are left out.
        var successors: [Int: Int] = [:]
        for root in roots {
            guard let kept = table[root.subject], kept.node != root.node else { continue }
            if kept.isDummy, root.isDummy {
                successors[root.node] = kept.node
            } else if kept.isDummy || (root.isReply && !kept.isReply) {
                parents[root.node] = kept.node
            } else {
                let dummy = appendDummy()
                parents[root.node] = dummy
                parents[kept.node] = dummy
                table[root.subject] = Root(node: dummy, isDummy: true, isReply: false, subject: root.subject)
            }
        }
        for message in messages.indices {
            guard let parent = parents[message], let successor = successors[parent] else { continue }
            parents[message] = successor
        }
    }

    /// The roots that have a subject, in their order; a dummy has that of its first child.
    private func subjectedRoots() -> [Root] {
        let (roots, firstChildren) = sortedRoots()
        return roots.compactMap { node in
            let first = messages[firstChildren[node] ?? node]
            guard !first.subjectKey.isEmpty else { return nil }
            return Root(
                node: node, isDummy: isDummy(node), isReply: first.isReplyOrForward, subject: first.subjectKey)
        }
    }

    /// Step 5.B: for each subject a dummy, else a message that is no reply, else the first one.
    private static func subjectTable(_ roots: [Root]) -> [String: Root] {
        var table: [String: Root] = [:]
        for root in roots {
            if let other = table[root.subject] {
                guard !other.isDummy, root.isDummy || (other.isReply && !root.isReply) else { continue }
            }
            table[root.subject] = root
        }
        return table
    }
}
