import Content
import MailLedger
import Projections
import Testing

/// Texts that are parsed on several cores.
@Suite struct `Texts of many messages` {
    @Test(arguments: Place.allCases, [3, 40])
    func `come in the order that they are asked in, each as it is alone`(place: Place, count: Int) throws {
        let sample = try SampleLedger(place)
        try sample.addAccount("ada@example.org")
        try sample.save(
            (0..<count).map { number in
                var letter = Letter("n\(number)", day: 1)
                letter.body = String(repeating: "Line \(number) – naïve.\n", count: 1 + number * 7 % 50)
                return letter
            }, account: "ada@example.org")
        let rows = try sample.messages()
        #expect(rows.count == count)
        // One whose content is gone is told where it stands, and the others are read all the same.
        try sample.ledger.content.remove([rows[1].content])
        let texts = try sample.ledger.read { MessageTexts(of: rows, in: $0) }
        for (number, row) in rows.enumerated() {
            let text = try texts.next()
            #expect(try text == sample.ledger.text(of: row))
            #expect((text == nil) == (number == 1))
        }
        #expect(try texts.next() == nil)
    }
}
