/// Threads of messages, flat: so a thread of any depth is built, read and freed without recursion.
package struct ThreadForest: Sendable, Hashable {
    package struct Node: Sendable, Hashable {
        /// Nil for a dummy: a message that is missing and holds others together, at the top of a thread.
        package let number: UInt32?
        package let childCount: Int

        package init(number: UInt32?, childCount: Int) {
            self.number = number
            self.childCount = childCount
        }
    }

    /// Each node is followed by the trees of its children.
    package var nodes: [Node]

    package init(_ nodes: [Node] = []) {
        self.nodes = nodes
    }
}
