package import EventLog

/// Which moments are waited for, by whom, and until when: times are microseconds of one clock.
package struct MomentWants {
    private struct Want {
        let caller: String
        let position: Position
        /// When it is given up unless it is asked for again.
        var end: Int64
    }

    /// How long a caller may be silent, and how long once it asked for another moment.
    package static let patience: Int64 = 10_000_000
    package static let patienceForFormer: Int64 = 1_000_000
    private static let most = 1_000

    /// In the order in which they are built.
    private var wants: [Want] = []

    package init() {}

    /// Notes that a caller waits for a moment. One that it waited for before is given up soon, unless it asks for that again, too.
    package mutating func add(_ position: Position, by caller: String, at now: Int64) {
        if let place = wants.firstIndex(where: { $0.caller == caller && $0.position == position }) {
            wants[place].end = now + Self.patience
            return
        }
        for index in wants.indices where wants[index].caller == caller {
            wants[index].end = min(wants[index].end, now + Self.patienceForFormer)
        }
        if wants.count < Self.most {
            wants.append(Want(caller: caller, position: position, end: now + Self.patience))
        }
    }

    /// Whether anybody still waits for a moment.
    package func contains(_ position: Position, at now: Int64) -> Bool {
        wants.contains { $0.position == position && $0.end > now }
    }

    /// Returns the moment to be built next; nil where nobody waits.
    package mutating func next(at now: Int64) -> Position? {
        wants.removeAll { $0.end <= now }
        return wants.first?.position
    }

    /// Nobody has to wait for it any more.
    package mutating func remove(_ position: Position) {
        wants.removeAll { $0.position == position }
    }

    package mutating func removeAll() {
        wants = []
    }
}
