import Foundation
import MIME
import Testing

/// Agreement with Python's `email`, file by file, after this normalisation and no other:
///
/// 1. Runs of white space in subjects and display names are one space, and none at the ends.
/// 2. Dates are compared as instants.
/// 3. Of a Message-ID counts what stands in the angle brackets, not a comment behind them.
/// 4. NUL is U+FFFD.
/// 5. Of a subject in raw bytes that are no UTF-8, which Python gives up, the ASCII of both is compared.
/// 6. A time with AM or PM is given to Python in 24 hours.
@Suite struct PythonAgreementTests {
    @Test(.enabled(if: RealMail.isThere, "no real mail at ../shared/mail or $MAILLEDGER_MAIL"))
    func `subject, from, to, date and Message-ID agree with Python wherever it reports no defect`() throws {
        guard let answers = try PythonOracle.answers(for: RealMail.messageFiles()) else {
            print("no Python 3.11: the comparison is skipped")
            return
        }
        let parser = MessageParser()
        var compared = 0
        for answer in answers where answer.excuse == nil {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: answer.path)))
            let message = try parser.parse(.bytes(bytes))
            compared += 1
            let path = answer.path.dropFirst(RealMail.folder.path.count)
            #expect(isSame(message.subject, answer.subject), "subject, \(path)")
            #expect(entries(message.from) == entries(answer.from), "from, \(path)")
            #expect(entries(message.to) == entries(answer.to), "to, \(path)")
            #expect(message.date.map { Double($0) / 1e6 } == answer.date, "date, \(path)")
            #expect(message.messageID == identifier(answer.message_id), "Message-ID, \(path)")
        }
        #expect(compared > 3_000)
    }

    private func isSame(_ subject: String?, _ other: String?) -> Bool {
        guard let subject, let other, other.unicodeScalars.contains("\u{FFFD}") else {
            return subject.map(normal) == other.map(normal)
        }
        func ascii(_ text: String) -> [UInt8] { text.utf8.filter { 0x21...0x7E ~= $0 } }
        return ascii(subject) == ascii(other)
    }

    private func identifier(_ field: String?) -> String? {
        guard let field else { return nil }
        let start = field.firstIndex(of: "<").map { field.index(after: $0) } ?? field.startIndex
        let bare = field[start...].prefix { $0 != ">" && !$0.isWhitespace }
        return bare.isEmpty ? nil : String(bare)
    }

    private func normal(_ text: String) -> String {
        text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : Character($0) }
            .split { $0.isWhitespace }.map { String($0) }.joined(separator: " ")
    }

    private func entries(_ addresses: [Address]) -> [[String]] {
        addresses.flatMap { address -> [[String]] in
            switch address {
            case .mailbox(let mailbox): [[normal(mailbox.name ?? ""), normal(mailbox.address)]]
            case .group(let name, let members):
                [["group", normal(name)]] + members.map { [normal($0.name ?? ""), normal($0.address)] }
            }
        }
    }

    private func entries(_ answer: [OracleAnswer.Entry]?) -> [[String]] {
        (answer ?? []).flatMap { entry in
            (entry.group.map { [["group", normal($0)]] } ?? []) + entry.mailboxes.map { $0.map(normal) }
        }
    }
}
