/// A message as the ways to thread know it.
package struct ThreadedMessage: Sendable {
    /// What the answer calls it: its number or its UID.
    package let number: UInt32
    /// When it was sent, in microseconds since 1970; where it does not say, when it came.
    package let date: Int64
    /// Decoded.
    package let subject: String
    /// Without angle brackets.
    package let messageID: String?
    /// The ids of the messages before it, the farthest first.
    package let references: [String]

    package init(number: UInt32, date: Int64, subject: String, messageID: String?, references: [String]) {
        self.number = number
        self.date = date
        self.subject = subject
        self.messageID = messageID
        self.references = references
    }
}

/// Messages as trees: nodes by their indexes, so that a thread of any depth needs no recursion.
package struct ThreadForest: Sendable {
    package struct Node: Sendable {
        /// Nil for a message that is missing and holds others together.
        package var number: UInt32?
        package var children: [Int] = []
    }

    package var nodes: [Node] = []
    package var roots: [Int] = []

    /// The answer's words (RFC 5256 section 4): `(2)(3 6 (4 23)(44 7 96))`.
    ///
    /// - Complexity: O(the number of nodes).
    package var text: [UInt8] {
        enum Step {
            case open(Int)
            case node(Int)
            case close
        }
        var text: [UInt8] = []
        var steps = roots.reversed().map(Step.open)
        while let step = steps.popLast() {
            switch step {
            case .open(let index):
                text.append(UInt8(ascii: "("))
                steps.append(.close)
                steps.append(.node(index))
            case .close: text.append(UInt8(ascii: ")"))
            case .node(let index):
                let node = nodes[index]
                if let number = node.number {
                    if text.last != UInt8(ascii: "(") { text.append(UInt8(ascii: " ")) }
                    text += String(number).utf8
                }
                // One answer goes on in the line; several stand in parentheses of their own.
                if node.children.count == 1, let only = node.children.first, node.number != nil {
                    steps.append(.node(only))
                } else if !node.children.isEmpty {
                    if node.number != nil { text.append(UInt8(ascii: " ")) }
                    steps += node.children.reversed().map(Step.open)
                }
            }
        }
        return text
    }
}
