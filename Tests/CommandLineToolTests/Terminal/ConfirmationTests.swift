import Testing

import CommandLineTool

/// The testing library has a type of this name too.
private typealias Confirmation = CommandLineTool.Confirmation

@Suite struct ConfirmationTests {
    @Test(
        arguments: [
            ("y", .yes), ("Y", .yes), (" yes ", .yes), ("YES", .yes), ("", .no), ("n", .no), ("yess", .no),
            ("y y", .no),
            (nil, .no),
        ] as [(String?, CommandLineTool.Confirmation.Answer)])
    func `only a clear yes is one`(_ line: String?, _ expected: CommandLineTool.Confirmation.Answer) {
        var written = ""
        let answer = Confirmation.ask("Delete \u{1B}x?", isTerminal: true, write: { written += $0 }, read: { line })
        #expect(answer == expected)
        #expect(written == "Delete ␛x? [y/N] " + (line == nil ? "\n" : ""))
    }

    @Test func `without a terminal nobody is asked`() {
        let answer = Confirmation.ask(
            "Delete?", isTerminal: false, write: { _ in Issue.record("asked") }, read: { "y" })
        #expect(answer == .cannotAsk)
    }
}
