/// Several readings of one thing.
struct Readings {
    let values: [Double]

    var median: Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    var least: Double { values.min() ?? .nan }
    var greatest: Double { values.max() ?? .nan }
}

/// How far a row of the table has to come.
enum Goal {
    /// So many times as fast as the other, at the least.
    case timesAsFast(Double)
    /// At most this share of the other's time or size.
    case shareOfTheirs(Double)
    /// At most so much, whatever others take.
    case atMost(Double)

    /// What the ratio of a row is: theirs to ours, or ours to theirs.
    func ratio(ours: Double, theirs: Double) -> Double {
        switch self {
        case .timesAsFast: theirs / ours
        case .shareOfTheirs: ours / theirs
        case .atMost: ours
        }
    }

    func isReached(by ratio: Double) -> Bool {
        switch self {
        case .timesAsFast(let bound): ratio >= bound
        case .shareOfTheirs(let bound), .atMost(let bound): ratio <= bound
        }
    }
}

/// One line of the table: a work, what it took here, and what it took elsewhere in the same rounds.
struct Measurement {
    enum Unit { case seconds, bytes, perSecond, count }

    /// What a work is done on: what grows with the mailbox, or what must not.
    enum Scope { case all, one }

    let work: String
    let scope: Scope
    let unit: Unit
    let ours: Readings
    /// By whom; nil where nobody else does this work.
    let theirs: (name: String, readings: Readings)?
    let goal: Goal?

    /// Of each round on its own: what slows the machine slows both. Without a goal they are theirs to ours.
    var ratios: Readings? {
        guard let theirs else { return nil }
        let goal = goal ?? .timesAsFast(0)
        return Readings(
            values: zip(ours.values, theirs.readings.values).map { goal.ratio(ours: $0, theirs: $1) })
    }

    var isMissed: Bool {
        guard let goal else { return false }
        if case .atMost = goal { return !goal.isReached(by: ours.median) }
        return ratios.map { !goal.isReached(by: $0.median) } ?? false
    }
}
