internal import ArgumentParsing
internal import EventLog
internal import MailLedger

/// Which moment an answer is of.
struct MomentOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Answer as of then: a position, time or date, '2h ago', tx:N or op:ID; 'help moments' lists all.",
            valueName: "moment"))
    var at: String?

    /// Reads what was typed; nil for the present.
    func moment() throws -> Moment? {
        try at.map(Self.moment)
    }

    /// Reads a moment that came another way.
    static func moment(_ text: String) throws -> Moment {
        try Moment(parsing: text, in: Settings.queryContext())
    }
}

extension ResolvedMoment.Remark {
    /// What to know of a moment before its answer is believed; `moment` is where it lies.
    func note(_ moment: ResolvedMoment) -> String {
        switch self {
        case .withinTransaction(let asked):
            "note: position \(asked) lies within transaction \(moment.transaction); "
                + "the answer is of its end, position \(moment.position)"
        case .clockRanBackwards(let count):
            "note: the clock ran backwards: \(Counted.of(count, "transaction", "transactions")) up to position "
                + "\(moment.position), which the answer is of, \(count == 1 ? "bears" : "bear") a later time"
        }
    }
}
