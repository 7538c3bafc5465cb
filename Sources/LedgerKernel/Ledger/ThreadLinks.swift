/// Determines who answered whom in one thread.
///
/// The rules are those of Jamie Zawinski's "message threading" (https://www.jwz.org/doc/threading.html) without
/// subjects. A message's own header decides, and the headers of others fill gaps. A message that only others name is
/// kept if it joins them. Whatever the headers say, the result has no loop; nothing here is recursive.
package struct ThreadLinks {
    /// The information of a message about its place.
    package struct Member {
        package let isAlive: Bool
        let messageID: String?
        /// The messages that it follows, with the one that it answers last (RFC 5322 section 3.6.4).
        let ancestors: [String]
        let sortDate: Int64

        package init(isAlive: Bool, messageID: String?, ancestors: [String], sortDate: Int64) {
            self.isAlive = isAlive
            self.messageID = messageID
            self.ancestors = ancestors
            self.sortDate = sortDate
        }
    }

    /// A place in the order of reading.
    package struct Place: Equatable {
        /// The number of the member; nil for a message that only others name.
        package let member: Int?
        package let messageID: String?
        package let depth: Int
        /// Whether no other answer to the same message follows.
        package let isLast: Bool
    }

    private let members: [Member]
    /// The Message-IDs of the places after the members, which no message of the thread has.
    private var missing: [String] = []
    private var parents: [Int?]
    private var places: [String: Int] = [:]
    private var isDropped: [Bool] = []

    /// Takes the members in the order of recording.
    package init(_ members: [Member]) {
        self.members = members
        parents = Array(repeating: nil, count: members.count)
        for (place, member) in members.enumerated() {
            // The first-recorded of several with one Message-ID represents it.
            if let id = member.messageID, places[id] == nil { places[id] = place }
        }
    }

    /// Returns the places, each before its answers; the nesting stops at the depth `deepest`.
    /// - Complexity: O(the length of all headers), and a sort of each message's answers.
    package mutating func places(deepest: Int) -> [Place] {
        link()
        cutLoops()
        dropGaps()
        return inReadingOrder(deepest: deepest)
    }

    private func isAlive(_ place: Int) -> Bool {
        place < members.count && members[place].isAlive
    }

    // MARK: Linking

    /// Far ancestors add nothing to nearer ones.
    private static var reach: Int { 32 }

    private mutating func link() {
        for (place, member) in members.enumerated() {
            guard let id = member.ancestors.last(where: { $0 != member.messageID }) else { continue }
            let parent = self.place(of: id)
            if parent != place { parents[place] = parent }
        }
        for member in members {
            let chain = member.ancestors.suffix(Self.reach)
            for (older, newer) in zip(chain, chain.dropFirst()) where older != newer {
                let place = self.place(of: newer)
                if parents[place] == nil { parents[place] = self.place(of: older) }
            }
        }
    }

    private mutating func place(of id: String) -> Int {
        if let known = places[id] { return known }
        let place = parents.count
        missing.append(id)
        parents.append(nil)
        places[id] = place
        return place
    }

    /// Removes one link from each loop: that of its first-recorded message.
    private mutating func cutLoops() {
        // The walk in which a place was met; a walk that meets itself has found a loop.
        var walks = [Int](repeating: -1, count: parents.count)
        for start in parents.indices {
            var place = start
            while walks[place] < 0 {
                walks[place] = start
                guard let parent = parents[place] else { break }
                place = parent
            }
            guard walks[place] == start, parents[place] != nil else { continue }
            var first = place
            var next = parents[place]
            while let other = next, other != place {
                first = min(first, other)
                next = parents[other]
            }
            if next != nil { parents[first] = nil }
        }
    }

    // MARK: Gaps

    /// Drops missing messages that join nothing: those without answers, and one above another.
    private mutating func dropGaps() {
        isDropped = Array(repeating: false, count: parents.count)
        var counts = [Int](repeating: 0, count: parents.count)
        for case let parent? in parents { counts[parent] += 1 }
        for start in parents.indices {
            var place = start
            while counts[place] == 0, !isAlive(place), !isDropped[place] {
                isDropped[place] = true
                guard let parent = parents[place] else { break }
                counts[parent] -= 1
                place = parent
            }
        }
        // The rest is joined past a missing message whose only answer is missing, too.
        for place in parents.indices where !isDropped[place] && place >= members.count {
            while let parent = parents[place], parent >= members.count, counts[parent] == 1 {
                isDropped[parent] = true
                counts[parent] = 0
                parents[place] = parents[parent]
            }
        }
    }

    // MARK: Order

    private func inReadingOrder(deepest: Int) -> [Place] {
        let kept = parents.indices.filter { !isDropped[$0] }
        var answers = [[Int]](repeating: [], count: parents.count)
        for place in kept { if let parent = parents[place] { answers[parent].append(place) } }
        let roots = kept.filter { parents[$0] == nil }
        // Parents before answers, level by level; walking backwards gives each gap the date of its first answer.
        var levels = roots
        var next = 0
        while next < levels.count {
            levels += answers[levels[next]]
            next += 1
        }
        var dates = [Int64](repeating: .max, count: parents.count)
        for place in levels.reversed() {
            if place < members.count { dates[place] = members[place].sortDate }
            if !isAlive(place) { dates[place] = answers[place].map { dates[$0] }.min() ?? dates[place] }
        }
        func isBefore(_ left: Int, _ right: Int) -> Bool { (dates[left], left) < (dates[right], right) }

        var order: [(place: Int, depth: Int)] = []
        var waiting = roots.sorted(by: isBefore).reversed().map { (place: $0, depth: 0) }
        while let item = waiting.popLast() {
            order.append(item)
            let depth = min(item.depth + 1, deepest)
            waiting += answers[item.place].sorted(by: isBefore).reversed().map { (place: $0, depth: depth) }
        }
        return zip(order, Self.lastOnes(ofDepths: order.map(\.depth))).map { item, isLast in
            let isMember = item.place < members.count
            return Place(
                member: isMember ? item.place : nil,
                messageID: isMember ? members[item.place].messageID : missing[item.place - members.count],
                depth: item.depth, isLast: isLast)
        }
    }

    /// For each place in the order of reading, whether it is the last of its depth before a lesser depth.
    static func lastOnes(ofDepths depths: [Int]) -> [Bool] {
        var isMet: [Bool] = []
        var result: [Bool] = []
        for depth in depths.reversed() {
            while isMet.count <= depth { isMet.append(false) }
            result.append(!isMet[depth])
            isMet.removeSubrange((depth + 1)...)
            isMet[depth] = true
        }
        return result.reversed()
    }
}
