import IMAPServer

/// Steps 1 to 4 and 6 of RFC 5256 as it words them, on objects and with recursion, for messages without subjects.
enum PlainThreading {
    private final class Node {
        var message: ThreadedMessage?
        weak var parent: Node?
        var children: [Node] = []

        func isBelow(_ other: Node) -> Bool { self === other || parent?.isBelow(other) == true }

        func put(below node: Node?) {
            if let parent { parent.children.removeAll { $0 === self } }
            parent = nil
            guard let node, !node.isBelow(self) else { return }
            parent = node
            node.children.append(self)
        }

        func prune(isTop: Bool) -> [Node] {
            children = children.flatMap { $0.prune(isTop: false) }
            if message != nil { return [self] }
            return isTop && children.count > 1 ? [self] : children
        }

        var key: (Int64, UInt32) { message.map { ($0.date, $0.number) } ?? children.map(\.key).min(by: <) ?? (0, 0) }

        var text: String {
            let below = children.sorted { $0.key < $1.key }.map(\.text)
            guard let number = message?.number else { return below.map { "(\($0))" }.joined() }
            if below.isEmpty { return "\(number)" }
            return "\(number) " + (below.count == 1 ? below[0] : below.map { "(\($0))" }.joined())
        }
    }

    static func text(_ messages: [ThreadedMessage]) -> String {
        var nodes: [String: Node] = [:]
        var all: [Node] = []
        func node(_ id: String) -> Node {
            if let node = nodes[id] { return node }
            let node = Node()
            nodes[id] = node
            all.append(node)
            return node
        }
        for message in messages {
            var own = node(message.messageID ?? "")
            if own.message != nil {
                own = Node()
                all.append(own)
            }
            own.message = message
            let line = message.references.map(node)
            for (parent, child) in zip(line, line.dropFirst()) where child.parent == nil { child.put(below: parent) }
            own.put(below: line.last)
        }
        let roots = all.filter { $0.parent == nil }.flatMap { $0.prune(isTop: true) }
        return roots.sorted { $0.key < $1.key }.map { "(\($0.text))" }.joined()
    }
}
