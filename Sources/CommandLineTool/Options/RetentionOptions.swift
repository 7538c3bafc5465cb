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
        guard let keepNewest, keepNewest != Self.none, Int(keepNewest) == nil else { return }
        throw ValidationError("--keep-newest takes a number, or none")
    }

    /// As commands have it: 0 lifts the bound.
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
