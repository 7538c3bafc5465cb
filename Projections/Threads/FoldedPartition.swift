/// The partition of a fold's messages into threads: a union-find in memory.
///
/// A thread is named by the first of its messages.
struct FoldedPartition {
    /// A message, by its place among all of the fold.
    typealias Member = UInt32

    private var ids: [Int64] = []
    private var parents: [Member] = []
    /// The next message of the same thread, in a ring.
    private var nexts: [Member] = []
    /// Whether each lives at the event that is folded.
    private var lives: [Bool] = []
    /// The place of the totals of each message that is a thread's first.
    private var places: [UInt32] = []
    /// As they are behind the last event.
    private var totals: [ThreadTotals] = []
    /// How many messages live at the event that is folded, at the places of totals.
    private var liveCounts: [Int] = []
    private var freePlaces: [UInt32] = []

    var all: Range<Member> { 0..<Member(ids.count) }

    /// Adds a message, which is in no thread before ``begin(_:account:)``.
    mutating func add(_ id: Int64) -> Member {
        let member = Member(ids.count)
        ids.append(id)
        parents.append(member)
        nexts.append(member)
        lives.append(false)
        places.append(0)
        return member
    }

    /// Makes a thread of a message alone.
    mutating func begin(_ member: Member, account: Int64) {
        let empty = ThreadTotals(account: account)
        if let place = freePlaces.popLast() {
            totals[Int(place)] = empty
            liveCounts[Int(place)] = 0
            places[Int(member)] = place
        } else {
            places[Int(member)] = UInt32(totals.count)
            totals.append(empty)
            liveCounts.append(0)
        }
    }

    /// Counts a message that lives behind the last event, in its thread of one.
    mutating func count(_ member: Member, isUnread: Bool, date: Int64, subject: String?) {
        totals[Int(places[Int(member)])].add(id(of: member), date: date, isUnread: isUnread, subject: subject)
    }

    /// Lets a message live or not from this event on.
    mutating func setLive(_ member: Member, _ isLive: Bool) {
        guard lives[Int(member)] != isLive else { return }
        lives[Int(member)] = isLive
        liveCounts[Int(places[Int(first(of: member))])] += isLive ? 1 : -1
    }

    /// Lets a thread take in another one, whose first message comes later.
    mutating func join(_ other: Member, into thread: Member) {
        parents[Int(other)] = thread
        nexts.swapAt(Int(other), Int(thread))
        let place = places[Int(other)]
        totals[Int(places[Int(thread)])].add(totals[Int(place)])
        liveCounts[Int(places[Int(thread)])] += liveCounts[Int(place)]
        freePlaces.append(place)
    }

    func id(of member: Member) -> Int64 { ids[Int(member)] }

    func isLive(_ member: Member) -> Bool { lives[Int(member)] }

    /// Returns the first message of a message's thread.
    mutating func first(of member: Member) -> Member {
        var member = Int(member)
        while parents[member] != member {
            let parent = parents[Int(parents[member])]
            parents[member] = parent
            member = Int(parent)
        }
        return Member(member)
    }

    /// Returns the message with an id.
    func member(_ id: Int64) -> Member? { ids.index(ofSorted: id) { $0 }.map { Member($0) } }

    /// Returns how many messages of a thread live at the event that is folded.
    func liveCount(of thread: Member) -> Int { liveCounts[Int(places[Int(thread)])] }

    /// Returns the totals of a thread behind the last event.
    func totals(of thread: Member) -> ThreadTotals { totals[Int(places[Int(thread)])] }

    /// Returns the messages of a thread in the order of recording.
    func members(of thread: Member) -> [Member] {
        var members: [Member] = []
        forEachMember(of: thread) { members.append($0) }
        return members.sorted()
    }

    /// Lends the messages of a thread in any order.
    func forEachMember(of thread: Member, _ body: (Member) -> Void) {
        var member = thread
        repeat {
            body(member)
            member = nexts[Int(member)]
        } while member != thread
    }
}

/// The Message-IDs that the messages of a fold have or name, and the first message that did.
///
/// It has a hash of each in place of the text: 96 bits with a key of this process, which no sender can know. So two are
/// taken for one about once in ten billion mailboxes of a million messages.
struct ReferenceTable {
    private struct Slot {
        var hash: UInt64 = 0
        var check: UInt32 = 0
        /// Of the message, from 1; 0 where the slot is empty.
        var member: UInt32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 1024)
    private var count = 0

    /// Returns the message that has or names an id; nil if this is the first, which is kept.
    mutating func member(
        insertingUnlessKnown id: String, account: Int64, _ member: FoldedPartition.Member
    ) -> FoldedPartition.Member? {
        if 4 * count >= 3 * slots.count { grow() }
        var id = id
        let (hash, check) = id.withUTF8 { bytes in
            var hasher = Hasher()
            hasher.combine(account)
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
            var other = hasher
            other.combine(1)
            return (UInt64(truncatingIfNeeded: hasher.finalize()), UInt32(truncatingIfNeeded: other.finalize()))
        }
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place].member != 0 {
            if slots[place].hash == hash, slots[place].check == check { return slots[place].member - 1 }
            place = (place + 1) & mask
        }
        slots[place] = Slot(hash: hash, check: check, member: member + 1)
        count += 1
        return nil
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: 2 * old.count)
        let mask = slots.count - 1
        for slot in old where slot.member != 0 {
            var place = Int(truncatingIfNeeded: slot.hash) & mask
            while slots[place].member != 0 { place = (place + 1) & mask }
            slots[place] = slot
        }
    }
}
