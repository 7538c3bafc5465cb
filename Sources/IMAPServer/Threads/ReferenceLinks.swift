/// Step 1 of THREAD=REFERENCES: which message is the parent of which, by the ids that they refer to.
///
/// See <https://www.rfc-editor.org/rfc/rfc5256#section-3>.
struct ReferenceLinks {
    /// A message, or an id that only others refer to.
    struct Container {
        /// The message's index; nil for a dummy.
        var message: Int?
        var parent: Int?
        fileprivate var childCount = 0
    }

    private(set) var containers: [Container] = []
    private var named: [String: Int] = [:]
    private var ancestry = AncestryForest()

    /// - Parameter messages: In the order of their numbers: of messages with one id, the first one has it.
    /// - Complexity: O(*n* log *n*) for *n* messages and references, whatever they are.
    init(_ messages: [ThreadedMessage]) {
        for (index, message) in messages.enumerated() { add(message, index) }
    }

    private mutating func add(_ message: ThreadedMessage, _ index: Int) {
        let own = containerOfMessage(message.messageID, index)
        // (A) The references are a line of parents and children.
        var last: Int?
        for id in message.references {
            let next = container(of: id)
            if let last, containers[next].parent == nil { link(next, below: last) }
            last = next
        }
        // (B) What others said of this message's parent may come of a cut References field.
        unlink(own)
        if let last { link(own, below: last) }
    }

    private mutating func containerOfMessage(_ id: String?, _ index: Int) -> Int {
        let own = id.map { container(of: $0) }
        if let own, containers[own].message == nil {
            containers[own].message = index
            return own
        }
        return appendContainer(Container(message: index))
    }

    private mutating func container(of id: String) -> Int {
        if let index = named[id] { return index }
        let index = appendContainer(Container())
        named[id] = index
        return index
    }

    private mutating func appendContainer(_ container: Container) -> Int {
        containers.append(container)
        ancestry.appendRoot()
        return containers.count - 1
    }

    /// Does nothing where the link would be part of a loop.
    ///
    /// The child has no parent, so it is the root of its tree: a loop needs a parent of the same tree.
    private mutating func link(_ child: Int, below parent: Int) {
        guard child != parent, containers[child].childCount == 0 || ancestry.root(of: parent) != child else { return }
        ancestry.link(child, below: parent)
        containers[child].parent = parent
        containers[parent].childCount += 1
    }

    private mutating func unlink(_ child: Int) {
        guard let parent = containers[child].parent else { return }
        ancestry.cut(child)
        containers[child].parent = nil
        containers[parent].childCount -= 1
    }
}
