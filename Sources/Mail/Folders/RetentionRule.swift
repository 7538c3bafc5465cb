/// A limit on the mail that an account or a folder keeps; a value that is nil does not limit it.
///
/// If both are set, a message has to satisfy both to stay.
public struct RetentionRule: Hashable, Sendable {
    /// The number of messages, the newest.
    public let newest: Int?
    /// Those of how long a time.
    public let period: RetentionPeriod?

    /// Nil if neither is set.
    public init?(newest: Int?, period: RetentionPeriod?) {
        guard newest != nil || period != nil else { return nil }
        self.newest = newest
        self.period = period
    }

    /// Reads how many messages a command keeps: nil changes nothing, and 0 removes the limit.
    static func newest(_ said: Int?, changing old: Int?) throws -> Int? {
        guard let said else { return old }
        guard said >= 0 else {
            throw DomainError.invalid(field: "keep_newest", reason: "a number that is not negative is needed")
        }
        return said == 0 ? nil : said
    }

    /// Reads for how long a command keeps mail: nil changes nothing, and an empty text removes the limit.
    static func period(_ said: String?, changing old: RetentionPeriod?) throws -> RetentionPeriod? {
        guard let said else { return old }
        guard !said.isEmpty else { return nil }
        guard let period = RetentionPeriod(typed: said) else {
            throw DomainError.invalid(
                field: "keep_for", reason: "\"\(said)\" is not a time; write 90d, 2w, 18m, 7y or forever")
        }
        return period
    }
}

extension RetentionRule: CustomStringConvertible {
    /// The rule as the log has it, as in "keep the newest 1000, 7 years".
    public var description: String {
        "keep " + [newest.map { "the newest \($0)" }, period?.description].compactMap { $0 }.joined(separator: ", ")
    }
}
