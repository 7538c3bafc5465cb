internal import ArgumentParsing

extension ParsableArguments {
    /// Refuses a negative number of an option; an option that was left out has none.
    func require(_ option: String, isCount number: (some BinaryInteger)?) throws {
        if let number, number < 0 { throw ValidationError("\(option) takes a number that is not negative") }
    }

    /// Refuses a negative position in the log.
    func require(_ option: String, isPosition number: Int64?) throws {
        if let number, number < 0 { throw ValidationError("\(option) takes a position, which is not negative") }
    }
}
