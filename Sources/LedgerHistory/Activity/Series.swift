internal import CivilTime
package import EventLog
package import LedgerKernel
internal import Mail
internal import Projections

/// Numbers over time, for a chart.
public struct Series: Sendable, Hashable {
    /// What is counted.
    public enum Name: String, Codable, Sendable, CaseIterable {
        /// Live messages by their date.
        case mailByMonth = "mail_by_month"
        /// Messages that count, and those of them that are unread, as `count-unread` has them, at the end of each step.
        case total, unread
        /// Events by who recorded them.
        case changesByActor = "changes_by_actor"
        /// Bytes of live messages at the end of each step.
        case size
    }

    /// The numbers of one thing that is drawn.
    public struct Line: Sendable, Hashable {
        /// An actor; nil where its name is erased, for those that are left over, and for a series without actors.
        public let actor: String?
        /// Whether it adds up the actors that have no line.
        public let isRest: Bool
        public let values: [Int64]
    }

    public let name: Name
    public let step: SeriesStep
    /// The first days of the steps, in days since 1970.
    package let starts: [Int64]
    /// The last day of the last step; nil where there is none.
    package let lastDay: Int64?
    public let lines: [Line]
}

extension LedgerReader {
    /// The most steps that one series has, and as many as it has where no step is asked for.
    private static let mostSteps: Int64 = 5_000
    private static let usualSteps: Int64 = 400
    /// The most actors that have a line.
    private static let mostActors = 50

    /// Returns numbers over time.
    ///
    /// - Complexity: O(days), a row for each account, actor and command of a day.
    package func series(
        _ name: Series.Name, _ range: DayRange, step: SeriesStep?, account: StreamID?, actor: String?
    ) throws -> Series {
        let query = ActivityQuery(on: connection)
        var scope = ActivityQuery.Scope(account: account, actor: actor)
        if actor != nil, name != .changesByActor {
            throw DomainError.invalid(field: "actor", reason: "is for changes_by_actor; what is there is nobody's")
        }
        let dated = name == .mailByMonth ? try query.numbers(of: .dated, scope) : []
        let known =
            name == .mailByMonth
            ? dated.first.flatMap { first in dated.last.map { first.day...$0.day } } : try query.span()
        guard let first = range.first ?? known?.lowerBound ?? range.last,
            let last = range.last ?? known.map({ max($0.upperBound, first) }) ?? range.first
        else { return Series(name: name, step: step ?? .day, starts: [], lastDay: nil, lines: []) }
        let step = step ?? (name == .mailByMonth ? .month : Self.usualStep(min(first, last)...last))
        let steps = step.index(ofDay: min(first, last))...step.index(ofDay: last)
        guard steps.upperBound - steps.lowerBound < Self.mostSteps else {
            throw DomainError.invalid(
                field: "step", reason: "gives more than \(Self.mostSteps) of them; say a longer step or a shorter time")
        }
        let end = step.firstDay(of: steps.upperBound + 1)
        scope.days = step.firstDay(of: steps.lowerBound)..<end
        let tally = StepTally(steps, step)
        let lines: [Series.Line]
        switch name {
        case .mailByMonth: lines = [.of(tally.sums(dated.filter { scope.days?.contains($0.day) ?? true }))]
        case .changesByActor: lines = try tally.lines(query.eventsByActor(scope), most: Self.mostActors)
        case .total, .unread, .size:
            let measure: ActivityQuery.Measure = name == .total ? .total : name == .unread ? .unread : .size
            let before = try query.sum(of: measure, before: scope.days?.lowerBound ?? .min, account: account)
            lines = [.of(tally.sums(try query.numbers(of: measure, scope)).running(from: before))]
        }
        return Series(name: name, step: step, starts: steps.map(step.firstDay), lastDay: end - 1, lines: lines)
    }

    /// The shortest step of which there are not too many.
    private static func usualStep(_ days: ClosedRange<Int64>) -> SeriesStep {
        SeriesStep.allCases.first { step in
            step.index(ofDay: days.upperBound) - step.index(ofDay: days.lowerBound) < usualSteps
        } ?? .year
    }
}

/// Adds numbers of days up by steps.
private struct StepTally {
    private let steps: ClosedRange<Int64>
    private let step: SeriesStep

    init(_ steps: ClosedRange<Int64>, _ step: SeriesStep) {
        self.steps = steps
        self.step = step
    }

    func sums(_ numbers: [(day: Int64, number: Int64)]) -> [Int64] {
        var sums = [Int64](repeating: 0, count: steps.count)
        for (day, number) in numbers { sums[Int(step.index(ofDay: day) - steps.lowerBound)] += number }
        return sums
    }

    /// The lines of the actors with the most events, the loudest first, and one of all others.
    func lines(_ rows: [(day: Int64, actor: String?, events: Int64)], most: Int) -> [Series.Line] {
        let byActor = Dictionary(grouping: rows, by: \.actor)
        let order = byActor.map { (actor: $0.key, events: $0.value.reduce(0) { $0 + $1.events }) }.sorted {
            $0.events != $1.events ? $0.events > $1.events : ($0.actor ?? "") < ($1.actor ?? "")
        }
        var lines = order.prefix(most).map { line in
            Series.Line(
                actor: line.actor, isRest: false,
                values: sums((byActor[line.actor] ?? []).map { ($0.day, $0.events) }))
        }
        let rest = order.dropFirst(most).flatMap { byActor[$0.actor] ?? [] }
        if !rest.isEmpty {
            lines.append(Series.Line(actor: nil, isRest: true, values: sums(rest.map { ($0.day, $0.events) })))
        }
        return lines
    }
}

extension [Int64] {
    /// What each and all before it add up to.
    fileprivate func running(from start: Int64) -> [Int64] {
        var sum = start
        return map { number in
            sum += number
            return sum
        }
    }
}

extension Series.Line {
    fileprivate static func of(_ values: [Int64]) -> Self { Self(actor: nil, isRest: false, values: values) }
}
