internal import Glibc

/// Which messages there are: when each was written, and what it answers.
struct ThreadPlan: Sendable {
    struct Message: Sendable {
        /// The number of the thread.
        let thread: Int
        /// The message that it answers, by its place in `messages`; nil for the first of a thread.
        let parent: Int?
        /// Seconds since 1970.
        let time: Int
    }

    /// In the order of their times, but where an answer's clock runs behind.
    private(set) var messages: [Message] = []

    /// 2021-01-01, from where on mail was written for four years.
    static let start = 1_609_459_200
    static let duration = 4 * 365 * 86_400

    init(count: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var planned: [(message: Message, index: Int, parentIndex: Int?)] = []
        planned.reserveCapacity(count)
        var thread = 0
        while planned.count < count {
            let size = min(Self.threadSize(&random), count - planned.count)
            var times = [Self.start + random.below(Self.duration)]
            for member in 0..<size {
                var parent: Int?
                if member > 0 {
                    parent = random.happens(0.35) ? member - 1 : random.below(member)
                    // Hours as a rule, sometimes days.
                    times.append(times[member - 1] + Int(exp(4 + 8 * random.share())))
                }
                planned.append((Message(thread: thread, parent: nil, time: times[member]), member, parent))
            }
            thread += 1
        }
        messages = Self.inOrderOfTime(planned)
    }

    private static func threadSize(_ random: inout SplitMix64) -> Int {
        let share = random.share()
        if share < MailShape.isSingle { return 1 }
        if share < MailShape.isSingle + MailShape.isPair { return 2 }
        return MailShape.threadSize.draw(&random)
    }

    private static func inOrderOfTime(
        _ planned: [(message: Message, index: Int, parentIndex: Int?)]
    ) -> [Message] {
        let order = planned.indices.sorted {
            (planned[$0].message.time, $0) < (planned[$1].message.time, $1)
        }
        var places = [Int](repeating: 0, count: planned.count)
        for (place, original) in order.enumerated() { places[original] = place }
        return order.map { original in
            let (message, index, parentIndex) = planned[original]
            // The members of a thread lie side by side in the plan.
            let parent = parentIndex.map { places[original - index + $0] }
            return Message(thread: message.thread, parent: parent, time: message.time)
        }
    }
}
