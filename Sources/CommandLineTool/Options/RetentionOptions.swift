internal import ArgumentParsing
internal import Mail

/// How much mail an account or a folder keeps.
struct RetentionOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Keep only the newest N messages; none removes the limit.", valueName: "n"))
    var keepNewest: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "How long to keep messages: 90d, 18m, 7y or forever; none removes the limit.", valueName: "time"))
    var keepFor: String?

    func validate() throws {
        guard let keepNewest, keepNewest != Self.none else { return }
        guard let count = Int(keepNewest) else { throw ValidationError("--keep-newest takes a number, or none") }
        // As a stored rule it would delete each message that an import brings.
        if count == 0 { throw ValidationError("--keep-newest 0 would keep no mail at all; none removes the limit") }
    }

    /// As commands have it: 0 lifts the bound, which only `none` says here.
    var newest: Int? { keepNewest.map { Int($0) ?? 0 } }
    /// As commands have it: an empty text lifts the bound.
    var period: String? { keepFor == Self.none ? "" : keepFor }

    var isEmpty: Bool { keepNewest == nil && keepFor == nil }

    private static let none = "none"
}

extension RetentionRule {
    /// What it keeps, for people.
    var kept: String {
        [newest.map { "the newest " + Counted.messages($0) }, period?.description].compactMap { $0 }
            .joined(separator: ", ")
    }
}
