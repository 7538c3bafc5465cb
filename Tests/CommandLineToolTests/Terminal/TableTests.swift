import Testing

import CommandLineTool

@Suite struct TableTests {
    private var messages: Table {
        var table = Table([
            .init("ID", looks: [.yellow]), .init("DATE"), .init("FROM", minimum: 8, maximum: 20, isFlexible: true),
            .init("SUBJECT", minimum: 10, isFlexible: true), .init("SIZE", alignment: .right),
        ])
        table.append([
            "3f2a", "14:05", "Ada Lovelace <ada@example.org>",
            "Notes on the analytical engine, with a table of Bernoulli numbers", "9",
        ])
        table.append(["77b0", "Mar 03", "日本語の名前", "\u{1B}[31mred\n", "12345"])
        table.append(["a1", "2019-03-03", "Bob"])
        return table
    }

    @Test func `a table fits 80 columns`() {
        #expect(
            messages.render(width: 80, showsHeader: true) == """
                ID    DATE        FROM                  SUBJECT                             SIZE
                3f2a  14:05       Ada Lovelace <ada@e…  Notes on the analytical engine, …      9
                77b0  Mar 03      日本語の名前          ␛[31mred␊                          12345
                a1    2019-03-03  Bob

                """
        )
    }

    @Test func `a pipe gets everything, aligned`() {
        #expect(
            messages.render(width: nil) == """
                3f2a  14:05       Ada Lovelace <ada@example.org>  Notes on the analytical engine, with a table of Bernoulli numbers      9
                77b0  Mar 03      日本語の名前                    ␛[31mred␊                                 12345
                a1    2019-03-03  Bob

                """
        )
    }

    @Test(arguments: [1, 5, 13, 20, 40, 60, 80, 200])
    func `no line is wider than the terminal`(_ width: Int) {
        for line in messages.render(width: width, showsHeader: true).split(separator: "\n") {
            #expect(TerminalWidth.of(String(line)) <= width)
        }
    }

    @Test(arguments: [
        (28, "3f2a  2019-03-03  Ada…  Not…"), (22, "3f2a  2019-03-03  …  …"), (17, "3f2a  2019…  …  …"),
        (11, "3…  …  …  …"), (9, "3f…  …  …"), (1, "…"),
    ])
    func `ids and dates are whole until nothing else can give way`(_ width: Int, _ expected: String) {
        var table = Table([
            .init(), .init(), .init(minimum: 8, isFlexible: true), .init(minimum: 12, isFlexible: true),
        ])
        table.append(["3f2a", "2019-03-03", "Ada Lovelace", "Notes on the engine"])
        #expect(table.render(width: width) == expected + "\n")
    }

    @Test func `200 columns show what 80 cut off, but for a column's bound`() {
        let text = messages.render(width: 200)
        #expect(text.contains("Bernoulli numbers"))
        #expect(text.contains("Ada Lovelace <ada@e…"))
    }

    @Test func `one enormous cell in a pipe costs the other rows nothing`() {
        var table = Table([.init(), .init()])
        let enormous = String(repeating: "x", count: 1_000_000)
        table.append([enormous, "a"])
        table.append(["y", "b"])
        let lines = table.render(width: nil).split(separator: "\n")
        #expect(lines[0] == enormous + "  a")
        #expect(lines[1] == "y" + String(repeating: " ", count: 41) + "b")
    }

    @Test func `colours add no width`() {
        let style = Style(isEnabled: true)
        var table = Table([.init("A", looks: [.cyan]), .init("B")])
        table.append([.init("x", .bold), .init("y")])
        table.append([.init("long"), .init("z")])
        #expect(
            table.render(width: 80, style: style)
                == "\u{1B}[36;1mx\u{1B}[0m     y\n\u{1B}[36mlong\u{1B}[0m  z\n"
        )
    }

    @Test func `rows of the wrong length are filled or cut`() {
        var table = Table([.init(), .init()])
        table.append(["a", "b", "c"])
        table.append([String]())
        #expect(table.render(width: nil) == "a  b\n\n")
        #expect(Table([]).render(width: 80) == "")
    }
}
