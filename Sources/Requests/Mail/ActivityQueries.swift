internal import EventLog
public import LedgerHistory
public import LedgerKernel
internal import Mail
internal import Projections

/// Numbers over time, for charts.
public struct ListSeries: LedgerQuery {
    public static let name = "series"
    public typealias Answer = SeriesForm
    public var series: Series.Name
    /// The first day and the last one, in UTC; all that is known where nothing is said.
    public var from: String?
    public var to: String?
    public var step: SeriesStep?
    public var account: String?
    public var actor: String?

    enum CodingKeys: String, CodingKey {
        case series = "name"
        case from, to, step, account, actor
    }

    public init(
        _ series: Series.Name, from: String? = nil, to: String? = nil, step: SeriesStep? = nil, account: String? = nil,
        actor: String? = nil
    ) {
        self.series = series
        self.from = from
        self.to = to
        self.step = step
        self.account = account
        self.actor = actor
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        SeriesForm(
            try reader.series(
                series, DayRange(from: from, to: to, in: reader), step: step,
                account: account.map { try reader.everyAccount($0).stream }, actor: actor))
    }
}

/// The moments at which a slider over the history stops.
public struct ListMoments: LedgerQuery {
    public static let name = "moments"
    public typealias Answer = MomentsForm
    /// The first day and the last one, in UTC; all of the history where nothing is said.
    public var from: String?
    public var to: String?
    /// How many stops there are at most; 200 where nothing is said.
    public var steps: Int?
    public var account: String?
    public var actor: String?

    private static let usual = 200
    private static let greatest = 1_000

    public init(
        from: String? = nil, to: String? = nil, steps: Int? = nil, account: String? = nil, actor: String? = nil
    ) {
        self.from = from
        self.to = to
        self.steps = steps
        self.account = account
        self.actor = actor
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let steps = steps ?? Self.usual
        guard (1...Self.greatest).contains(steps) else {
            throw DomainError.invalid(field: "steps", reason: "is a number from 1 to \(Self.greatest)")
        }
        return MomentsForm(
            try reader.stops(
                DayRange(from: from, to: to, in: reader), count: steps,
                account: account.map { try reader.everyAccount($0).stream }, actor: actor))
    }
}
