/// THREAD=REFERENCES (RFC 5256 section 3): a message is below the one that it refers to last.
///
/// Threads of one subject are joined; THREAD=REFS leaves that out, and has the threads in the order of their latest messages.
package struct ReferencesThreading {
    private struct Container {
        /// Nil for a message that is only referred to.
        var message: ThreadedMessage?
        var parent: Int?
        var children: [Int] = []
    }

    /// No thread of people is as deep; what refers on from there begins another one.
    private static let deepest = 10_000
    private static let mostReferences = 1_000

    private var containers: [Container] = []
    private var byID: [String: Int] = [:]
    private var roots: [Int] = []
    private var dates: [Int64] = []

    package static func threads(of messages: [ThreadedMessage], joinsSubjects: Bool = true) -> ThreadForest {
        var threading = ReferencesThreading()
        for message in messages { threading.add(message) }
        threading.prune()
        threading.sortRoots(byLatest: !joinsSubjects)
        if joinsSubjects { threading.joinSubjects() }
        threading.sortSiblings()
        if joinsSubjects { threading.sortRoots(byLatest: false) }
        return threading.forest
    }

    // MARK: Step 1: links

    private mutating func container(_ id: String) -> Int {
        if let index = byID[id] { return index }
        let index = containers.count
        containers.append(Container())
        byID[id] = index
        return index
    }

    private mutating func add(_ message: ThreadedMessage) {
        let own: Int
        // Of two messages with one id the second is another one.
        if let id = message.messageID, byID[id].map({ containers[$0].message == nil }) ?? true {
            own = container(id)
        } else {
            own = containers.count
            containers.append(Container())
        }
        containers[own].message = message
        var before: Int?
        for id in message.references.suffix(Self.mostReferences) {
            let next = container(id)
            if let before, containers[next].parent == nil { link(next, below: before) }
            before = next
        }
        if let before, before != own {
            if containers[own].parent != nil, !reaches(from: before, own) { unlink(own) }
            if containers[own].parent == nil { link(own, below: before) }
        }
    }

    private mutating func link(_ child: Int, below parent: Int) {
        guard !reaches(from: parent, child) else { return }
        containers[child].parent = parent
        containers[parent].children.append(child)
    }

    private mutating func unlink(_ child: Int) {
        guard let parent = containers[child].parent else { return }
        containers[parent].children.removeAll { $0 == child }
        containers[child].parent = nil
    }

    /// Whether a way up leads to a container, or is too long to say.
    private func reaches(from index: Int, _ goal: Int) -> Bool {
        var current: Int? = index
        var steps = 0
        while let here = current {
            guard here != goal, steps < Self.deepest else { return true }
            current = containers[here].parent
            steps += 1
        }
        return false
    }

    // MARK: Steps 2 and 3: the roots, without messages that nobody has

    private mutating func prune() {
        let tops = containers.indices.filter { containers[$0].parent == nil }
        for index in order(from: tops).reversed() {
            var kept: [Int] = []
            for child in containers[index].children {
                if containers[child].message == nil {
                    kept += containers[child].children
                } else {
                    kept.append(child)
                }
            }
            for child in kept { containers[child].parent = index }
            containers[index].children = kept
        }
        for top in tops {
            let isDummy = containers[top].message == nil
            let children = containers[top].children
            if isDummy, children.count <= 1 {
                for child in children { containers[child].parent = nil }
                roots += children
            } else {
                roots.append(top)
            }
        }
    }

    /// The containers below some, each behind the one above it.
    private func order(from tops: [Int]) -> [Int] {
        var order = tops
        var next = 0
        while next < order.count {
            order += containers[order[next]].children
            next += 1
        }
        return order
    }

    // MARK: Steps 4 and 6: order

    private func number(_ index: Int) -> UInt32 {
        containers[index].message?.number ?? containers[index].children.lazy.compactMap {
            containers[$0].message?.number
        }.min() ?? 0
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (dates[left], number(left)) < (dates[right], number(right))
    }

    /// Works out the date of each container: a missing message has that of its first answer.
    private mutating func date(byLatest: Bool) {
        dates = containers.map { $0.message?.date ?? .max }
        for index in order(from: roots).reversed() {
            let below = containers[index].children.map { dates[$0] }
            if byLatest {
                let own = containers[index].message?.date
                dates[index] = (below + [own].compactMap { $0 }).max() ?? 0
            } else if containers[index].message == nil {
                dates[index] = below.min() ?? 0
            }
        }
    }

    private mutating func sortRoots(byLatest: Bool) {
        date(byLatest: byLatest)
        roots.sort(by: isBefore)
    }

    private mutating func sortSiblings() {
        date(byLatest: false)
        for index in order(from: roots) where containers[index].children.count > 1 {
            containers[index].children.sort(by: isBefore)
        }
    }

    // MARK: Step 5: subjects

    private func subject(of root: Int) -> (key: String, isReply: Bool) {
        let message =
            containers[root].message ?? containers[root].children.min(by: isBefore).flatMap { containers[$0].message }
        let (text, isReply) = BaseSubject.of(message?.subject ?? "")
        return (text.uppercased(), isReply)
    }

    private mutating func joinSubjects() {
        var first: [String: Int] = [:]
        let subjects = Dictionary(uniqueKeysWithValues: roots.map { ($0, subject(of: $0)) })
        func isDummy(_ root: Int) -> Bool { containers[root].message == nil }
        func isReply(_ root: Int) -> Bool { subjects[root]?.isReply ?? false }
        for root in roots {
            guard let key = subjects[root]?.key, !key.isEmpty else { continue }
            guard let other = first[key] else {
                first[key] = root
                continue
            }
            let isBetter = !isDummy(other) && (isDummy(root) || (isReply(other) && !isReply(root)))
            if isBetter { first[key] = root }
        }
        var joined: Set<Int> = []
        var replaced: [Int: Int] = [:]
        for root in roots {
            guard let key = subjects[root]?.key, !key.isEmpty, let kept = first[key], kept != root else { continue }
            joined.insert(root)
            switch (isDummy(kept), isDummy(root)) {
            case (true, true): adopt(containers[root].children, by: kept)
            case (true, false): adopt([root], by: kept)
            case (false, _) where isReply(root) && !isReply(kept): adopt([root], by: kept)
            default:
                // Two of equal rank stand below a message that is missing.
                let dummy = containers.count
                containers.append(Container())
                dates.append(0)
                adopt([kept, root], by: dummy)
                replaced[kept] = dummy
                first[key] = dummy
            }
        }
        roots = roots.filter { !joined.contains($0) }.map { replaced[$0] ?? $0 }
    }

    private mutating func adopt(_ children: [Int], by parent: Int) {
        for child in children { containers[child].parent = parent }
        containers[parent].children += children
    }

    private var forest: ThreadForest {
        ThreadForest(
            nodes: containers.map { ThreadForest.Node(number: $0.message?.number, children: $0.children) }, roots: roots
        )
    }
}
