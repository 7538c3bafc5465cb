import Foundation
import JMAP
import JSONCoding
import MailLedger
import SQLiteDatabase
import TestSupport
import Testing

/// The tables of Docs/JMAPProperties.md, compared with what the program knows and answers.
@Suite struct `Docs/JMAPProperties.md` {
    private static let page = Result { try DocumentationPage("Docs/JMAPProperties.md") }

    /// The rows of a section, without the headings of the columns.
    private func rows(_ title: String) throws -> [[String]] {
        Array(try #require(Self.page.get().section(title), "\(title)").rows.dropFirst())
    }

    /// The properties of a type, in the order of the page.
    private func properties(_ title: String) throws -> [String] { try rows(title).map { $0[0] } }

    /// The names in a list that the source of a type declares.
    private func declared(_ list: String, in file: String) throws -> [String] {
        let text = try String(contentsOfFile: "\(projectRoot)/Sources/JMAP/Mail/\(file).swift", encoding: .utf8)
        let match = try #require(text.firstMatch(of: Regex("static let \(list) = \\[([^\\]]*)\\]")), "\(file)")
        return try #require(match[1].substring).matches(of: /"([^"]+)"/).map { String($0.1) }
    }

    private func json(_ names: [String]) -> String { "[\(names.map { "\"\($0)\"" }.joined(separator: ","))]" }

    @Test func `names the properties that the source declares, in their order, and no other`() throws {
        #expect(try properties("Mailbox") == declared("properties", in: "MailboxMethods"))
        #expect(try properties("Email") == declared("properties", in: "EmailGet"))
        #expect(try properties("EmailBodyPart") == declared("all", in: "EmailParts"))
    }

    @Test func `names the properties that an answer has`() throws {
        let asked = try AskedLedger([])
        try asked.receive(
            """
            From: a@example.org
            To: team: b@example.org;
            Subject: pebbles
            Content-Type: multipart/mixed; boundary=x

            --x

            text
            --x--

            """)
        let mailbox = try asked.call("Mailbox/get", #"{"accountId": "$A", "ids": null}"#)["list"][0]
        #expect(mailbox.keys == (try properties("Mailbox")))
        #expect(mailbox["myRights"].keys == (try properties("MailboxRights")))
        let all = json(try properties("Email") + ["header:To:asGroupedAddresses"])
        let parts = json(try properties("EmailBodyPart"))
        let email = try asked.email(
            "{}", all, #", "bodyProperties": \#(parts), "fetchAllBodyValues": true"#)
        #expect(email.keys == (try properties("Email")) + ["header:To:asGroupedAddresses"])
        #expect(email["textBody"][0].keys == (try properties("EmailBodyPart")))
        let values = Dictionary(
            try rows("Values in an email").map { ($0[0], $0[1].components(separatedBy: ", ")) }
        ) { first, _ in first }
        #expect(
            values == [
                "EmailAddress": email["from"][0].keys, "EmailHeader": email["headers"][0].keys,
                "EmailAddressGroup": email["header:To:asGroupedAddresses"][0].keys,
                "EmailBodyValue": email["bodyValues"]["1"].keys,
            ])
        let (id, thread) = (email["id"].text ?? "", email["threadId"].text ?? "")
        let threads = try asked.call("Thread/get", #"{"accountId": "$A", "ids": ["\#(thread)"]}"#)
        #expect(threads["list"][0].keys == (try properties("Thread")))
        let snippets = try asked.call(
            "SearchSnippet/get", #"{"accountId": "$A", "filter": {"text": "pebbles"}, "emailIds": ["\#(id)"]}"#)
        #expect(snippets["list"][0].keys == (try properties("SearchSnippet")))
    }

    @Test func `names columns that are there`() throws {
        let asked = try AskedLedger([])
        let text = try String(contentsOfFile: "\(projectRoot)/Docs/JMAPProperties.md", encoding: .utf8)
        let columns = Set(text.matches(of: /`([a-z_]+)\.([a-z_]+)`/).map { "\($0.1).\($0.2)" })
        let existing = try asked.ledger.read { reader in
            try reader.connection.rows(
                "SELECT t.name || '.' || c.name FROM main.sqlite_schema AS t, pragma_table_info(t.name) AS c"
            ) { try $0.next(String.self) }
        }
        #expect(columns.subtracting(existing) == [])
        #expect(columns.count > 20)
    }

    @Test func `names every method, whether it writes, and those that are not there`() throws {
        let methods = try rows("Methods")
        #expect(methods.map { $0[0] }.sorted() == JMAPService.methods.sorted())
        // The other page says what each can do.
        let known = try #require(DocumentationPage("Docs/JMAP.md").section("What is there")).rows
            .prefix { $0[0] != "path" }.dropFirst().flatMap { $0[0].components(separatedBy: ", ") }
        #expect(known.sorted() == JMAPService.methods.sorted())
        let asked = try AskedLedger([], mayWrite: false)
        for method in methods where method[0] != "Core/echo" {
            let error = try asked.error(method[0], #"{"accountId": "$A"}"#)
            #expect((error == "accountReadOnly") == (method[2] == "writes"), "\(method[0]): \(error ?? "")")
        }
        for name in try rows("Methods that are not there").flatMap({ $0[0].components(separatedBy: ", ") }) {
            #expect(try asked.error(name, "{}") == "unknownMethod", "\(name)")
        }
    }
}
