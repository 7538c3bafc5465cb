package import EventLog
package import LedgerKernel
package import Mail
internal import Projections

/// The members of one thread with the ids that they name, joined again in the order in which they came.
package struct ThreadEvidence {
    package struct Member {
        package let stream: StreamID
        package let id: MessageID
        let headers: MessageHeaders

        /// Each Message-ID that it has or names, the strongest evidence first: the answered message, then its nearest
        /// ancestors.
        var keys: [(field: ThreadLink.Field, messageID: String)] {
            headers.inReplyTo.map { (.inReplyTo, $0) } + headers.references.reversed().map { (.references, $0) }
                + (headers.messageID.map { [(.messageID, $0)] } ?? [])
        }
    }

    package let members: [Member]

    package init(of message: StreamID, _ reader: LedgerReader) throws {
        let query = ThreadsQuery(on: reader.connection)
        let states = try MessageStates(on: reader.connection)
        guard let thread = try query.thread(of: message) else {
            members = []
            return
        }
        members = try query.everyMember(of: thread).compactMap { member in
            guard let id = try states.state(of: member.stream)?.id else { return nil }
            return Member(stream: member.stream, id: id, headers: try reader.headers(of: member.stream))
        }
    }

    /// The links of each member to those that came before it, one for each part that it joined.
    func links() -> [[ThreadLink]] {
        var parts = Parts(count: members.count)
        // A member that has a Message-ID precedes one that only names it.
        var holders: [String: (member: Int, isOwn: Bool)] = [:]
        return members.enumerated().map { number, member in
            var links: [ThreadLink] = []
            for (field, messageID) in member.keys {
                guard let holder = holders[messageID], parts.join(number, holder.member) else { continue }
                links.append(
                    ThreadLink(
                        field: field, messageID: messageID, other: members[holder.member].id,
                        isOwnOfOther: holder.isOwn))
            }
            for (field, messageID) in member.keys {
                let isOwn = field == .messageID
                if holders[messageID].map({ isOwn && !$0.isOwn }) ?? true { holders[messageID] = (number, isOwn) }
            }
            return links
        }
    }

    /// The Message-IDs that members name and none has, in the order in which they were first named.
    func missing() -> [MissingParent] {
        let own = Set(members.compactMap(\.headers.messageID))
        var order: [String] = []
        var namedBy: [String: [MessageID]] = [:]
        for member in members {
            var seen: Set<String> = []
            for (_, messageID) in member.keys where !own.contains(messageID) && seen.insert(messageID).inserted {
                if namedBy[messageID] == nil { order.append(messageID) }
                namedBy[messageID, default: []].append(member.id)
            }
        }
        return order.map { MissingParent(messageID: $0, namedBy: namedBy[$0] ?? []) }
    }

    /// The ids of the threads that a member was in, with the positions of the messages that made it so.
    package func threads(of stream: StreamID) -> [(position: Position, thread: String)] {
        guard let wanted = members.firstIndex(where: { $0.stream == stream }) else { return [] }
        var parts = Parts(count: members.count)
        var holders: [String: Int] = [:]
        var threads: [(position: Position, thread: String)] = []
        for (number, member) in members.enumerated() {
            for (_, messageID) in member.keys {
                if let holder = holders[messageID] {
                    _ = parts.join(number, holder)
                } else {
                    holders[messageID] = number
                }
            }
            guard number >= wanted else { continue }
            threads.append((Position(member.stream.rawValue), members[parts.first(of: wanted)].id.description))
        }
        return threads
    }

    /// Numbers in parts that join: a union-find in which the smallest number of a part represents it.
    private struct Parts {
        private var parents: [Int]

        init(count: Int) {
            parents = Array(0..<count)
        }

        mutating func first(of number: Int) -> Int {
            var root = number
            while parents[root] != root { root = parents[root] }
            var next = number
            while parents[next] != root { (parents[next], next) = (root, parents[next]) }
            return root
        }

        /// Joins two parts; false if they are one already.
        mutating func join(_ left: Int, _ right: Int) -> Bool {
            let (left, right) = (first(of: left), first(of: right))
            parents[max(left, right)] = min(left, right)
            return left != right
        }
    }
}
