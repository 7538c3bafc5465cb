import Testing

import CommandLineTool

@Suite struct StyleTests {
    @Test(arguments: [
        (ColorChoice.auto, true, [:], true), (.auto, false, [:], false), (.always, false, ["NO_COLOR": "1"], true),
        (.never, true, [:], false), (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
        (.auto, true, ["TERM": "dumb"], false), (.auto, true, ["TERM": "xterm-256color"], true),
        (.always, true, ["TERM": "dumb"], true),
    ])
    func `colours follow the option, the terminal and the environment`(
        _ choice: ColorChoice,
        _ isTerminal: Bool,
        _ environment: [String: String],
        _ isEnabled: Bool
    ) {
        #expect(Style(choice, isTerminal: isTerminal) { environment[$0] }.isEnabled == isEnabled)
    }

    @Test func `text is painted only where there are colours`() {
        #expect(Style(isEnabled: true).paint("new", .bold, .green) == "\u{1B}[1;32mnew\u{1B}[0m")
        #expect(Style(isEnabled: true).paint("", .bold) == "")
        #expect(Style(isEnabled: false).paint("new", .bold) == "new")
    }
}
