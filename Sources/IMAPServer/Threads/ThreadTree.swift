/// Messages and dummies with their parents: steps 2, 3 and 6 of THREAD=REFERENCES.
///
/// See <https://www.rfc-editor.org/rfc/rfc5256#section-3>.
struct ThreadTree {
    let messages: [ThreadedMessage]
    /// The parent of each message, then of each dummy. Dummies are at the top; one without children does not count.
    var parents: [Int?]

    /// Removes the dummies but those at the top with several children (step 3).
    ///
    /// - Parameter containers: Without loops.
    init(_ messages: [ThreadedMessage], _ containers: [ReferenceLinks.Container]) {
        self.messages = messages
        parents = Array(repeating: nil, count: messages.count)
        var tops = DummyTops(containers)
        /// The messages below a dummy that is the top of its thread.
        var childrenOfDummies: [Int: [Int]] = [:]
        for container in containers {
            guard let message = container.message, let parent = container.parent else { continue }
            let holder = tops.holder(from: parent)
            if let above = containers[holder].message {
                parents[message] = above
            } else {
                childrenOfDummies[holder, default: []].append(message)
            }
        }
        for (_, children) in childrenOfDummies where children.count > 1 {
            let dummy = appendDummy()
            for child in children { parents[child] = dummy }
        }
    }

    func isDummy(_ node: Int) -> Bool { node >= messages.count }

    mutating func appendDummy() -> Int {
        parents.append(nil)
        return parents.count - 1
    }

    /// The roots in their order (step 4), and for each dummy its first child.
    func sortedRoots() -> (roots: [Int], firstChildren: [Int: Int]) {
        let firstChildren = firstChildren()
        return (inOrder(parents.indices.filter { parents[$0] == nil }, firstChildren), firstChildren)
    }

    private func firstChildren() -> [Int: Int] {
        var first: [Int: Int] = [:]
        for message in messages.indices {
            guard let parent = parents[message], isDummy(parent) else { continue }
            if let other = first[parent], isBefore(other, message) { continue }
            first[parent] = message
        }
        return first
    }

    /// By sent date, then by number; a dummy counts as its first child.
    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (messages[left], messages[right])
        return (left.date, left.number) < (right.date, right.number)
    }

    private func inOrder(_ nodes: [Int], _ firstChildren: [Int: Int]) -> [Int] {
        nodes.map { (node: $0, message: firstChildren[$0] ?? $0) }
            .filter { !isDummy($0.message) }
            .sorted { isBefore($0.message, $1.message) }
            .map(\.node)
    }

    /// Sorts siblings (step 6), and the threads by their first message or by their latest one.
    func forest(byLatest: Bool) -> ThreadForest {
        let order = inOrder(Array(parents.indices), firstChildren())
        // All are sorted at once, and put before their siblings from the last one on.
        var firstChild: [Int?] = Array(repeating: nil, count: parents.count)
        var nextSibling = firstChild
        var childCounts = Array(repeating: 0, count: parents.count)
        var roots: [Int] = []
        for node in order.reversed() {
            guard let parent = parents[node] else {
                roots.append(node)
                continue
            }
            nextSibling[node] = firstChild[parent]
            firstChild[parent] = node
            childCounts[parent] += 1
        }
        roots.reverse()
        var threads: [(nodes: Range<Int>, latest: Int64)] = []
        var nodes: [ThreadForest.Node] = []
        nodes.reserveCapacity(order.count)
        for root in roots {
            let start = nodes.count
            var latest = Int64.min
            var waiting = [root]
            while let node = waiting.popLast() {
                if let next = nextSibling[node] { waiting.append(next) }
                if let child = firstChild[node] { waiting.append(child) }
                let message = isDummy(node) ? nil : messages[node]
                if let message { latest = max(latest, message.date) }
                nodes.append(ThreadForest.Node(number: message?.number, childCount: childCounts[node]))
            }
            threads.append((start..<nodes.count, latest))
        }
        guard byLatest else { return ThreadForest(nodes) }
        // `sort` is stable, but nothing says so: threads of one moment keep their order.
        threads.sort { ($0.latest, $0.nodes.lowerBound) < ($1.latest, $1.nodes.lowerBound) }
        return ThreadForest(threads.flatMap { nodes[$0.nodes] })
    }
}

/// Finds what a dummy's children come below when it is removed.
private struct DummyTops {
    private let containers: [ReferenceLinks.Container]
    private var holders: [Int?]

    init(_ containers: [ReferenceLinks.Container]) {
        self.containers = containers
        holders = Array(repeating: nil, count: containers.count)
    }

    /// Returns the next container that holds a message, or the top of the thread; each dummy is passed once.
    mutating func holder(from container: Int) -> Int {
        var passed: [Int] = []
        var here = container
        while containers[here].message == nil {
            if let known = holders[here] {
                here = known
                break
            }
            passed.append(here)
            guard let parent = containers[here].parent else { break }
            here = parent
        }
        for dummy in passed { holders[dummy] = here }
        return here
    }
}
