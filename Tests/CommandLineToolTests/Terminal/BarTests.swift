import CommandLineTool
import Testing

@Suite struct `A bar` {
    @Test(arguments: [
        (0, 8, ""), (8, 8, "████"), (1, 8, "▌"), (3, 8, "█▌"), (1, 1_000_000, "▏"), (9, 8, "████"), (1, 0, ""),
    ])
    func `is as long as its share, and is seen where there is anything`(number: Int, largest: Int, bar: String) {
        #expect(Bar.text(number, of: largest, width: 4) == bar)
    }

    @Test func `is a column of a line, and nothing is a blank`() {
        #expect(Bar.sparkline([0, 1, 4, 8]) == " ▂▅█")
        #expect(Bar.sparkline([0]) == "" && Bar.sparkline([]) == "")
    }

    @Test func `is drawn by stats on a terminal alone`() throws {
        let ledger = try DemoLedger.make()
        #expect(try ledger.runOnTerminal(["stats", "--rates"]).text.contains("█"))
        #expect(!(try ledger.succeed("stats", "--rates").text.contains("█")))
    }
}
