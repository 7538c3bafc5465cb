import JSONCoding
import TestSupport
import Testing

@Suite(.demoServed, .serialized) struct `JMAP of RFC 8621, sections 4.7 to 4.9: emails that come in` {
    private let demo: DemoServer

    init() throws {
        demo = try #require(DemoServer.current)
    }

    private static let internationalised =
        "From: \"Ren\u{e9}\" <ren\u{e9}@ex\u{e4}mple.org>\nTo: \u{7528}\u{6237}@example.org\nSubject: Caf\u{e9}\n\nx\n"

    @Test(.must("8621-4.8-a", "8621-4.9-a")) func `may have fields in UTF-8`() throws {
        let id = try demo.importing(Self.internationalised)
        let got = try demo.email(id, #""from", "to", "subject""#)
        #expect(got["from"] == [["name": "Ren\u{e9}", "email": "ren\u{e9}@ex\u{e4}mple.org"]])
        #expect(got["to"][0]["email"] == "\u{7528}\u{6237}@example.org" && got["subject"] == "Caf\u{e9}")
        let blob = try #require(try demo.upload(Self.internationalised + "Once more.\n")["blobId"].text)
        let parsed = try demo.call("Email/parse", #""blobIds": ["\#(blob)"], "properties": ["from", "to", "subject"]"#)[
            "parsed"][blob]
        #expect(parsed["from"] == got["from"] && parsed["to"] == got["to"] && parsed["subject"] == got["subject"])
    }

    @Test(
        .must("8621-4.8-b", "8621-4.8-f"),
        arguments: [
            (#""mailboxIds": {}"#, "mailboxIds"), (#""mailboxIds": {"Fnone": true}"#, "mailboxIds"),
            (#""mailboxIds": ["BOX"]"#, "mailboxIds"), (#""keywords": {}"#, "mailboxIds"),
            (#""mailboxIds": {"BOX": true}, "keywords": {"a b": true}"#, "keywords"),
            (#""mailboxIds": {"BOX": true}, "keywords": ["a"]"#, "keywords"),
            (#""mailboxIds": {"BOX": true}, "blobId": "U00""#, "blobId"),
            (#""mailboxIds": {"BOX": true}, "blobId": 7"#, "blobId"),
        ])
    func `are refused with what is wrong of their places, keywords and bytes`(properties: String, named: String) throws
    {
        let blob = try #require(
            try demo.upload("From: a@example.org\nSubject: Wrong\n\n\(properties)\n")["blobId"].text)
        let properties = try properties.replacing("BOX", with: demo.inbox())
        let given = properties.contains("blobId") ? properties : #""blobId": "\#(blob)", \#(properties)"#
        let refused = try demo.call("Email/import", #""emails": {"k": {\#(given)}}"#)["notCreated"]["k"]
        #expect(
            refused["type"] == "invalidProperties" && refused["properties"].elements.contains(.string(named)),
            "\(refused)")
        let without = try demo.call("Email/import", #""emails": {"k": {"mailboxIds": {"\#(demo.inbox())": true}}}"#)
        #expect(without["notCreated"]["k"]["type"] == "invalidProperties")
    }

    @Test(.must("8621-4.8-c", "8621-4.8-d")) func `that are there already are refused with the id of these`() throws {
        let text = "From: a@example.org\nSubject: Twice\nMessage-ID: <twice@example.org>\n\nx\n"
        let first = try demo.importing(text)
        let again = try demo.imported(text)
        #expect(again["type"] == "alreadyExists" && again["existingId"].text == first)
        #expect(try demo.found(#"{"subject": "Twice"}"#) == [first])
    }

    @Test(.must("8621-4.8-e")) func `have their bytes as they came, under the blob that the answer names`() throws {
        let text = "From: a@example.org\nSubject: Bytes\n\nx\n"
        let done = try demo.imported(text)
        let blob = try #require(done["blobId"].text)
        let id = try #require(done["id"].text)
        #expect(try demo.email(id, #""blobId""#)["blobId"].text == blob)
        let bytes = try demo.ask("GET", "/jmap/download/\(demo.accounts[0])/\(blob)/x?type=message/rfc822").text
        #expect(bytes == text.replacing("\n", with: "\r\n") && done["size"].number == bytes.utf8.count)
    }

    // MARK: Email/parse

    @Test(.must("8621-4.9-b", "8621-4.9-c"), arguments: [1, 4, 5, 6, 7, 1_000])
    func `that are only read have bodies cut at the bytes that are asked for, within no character`(most: Int) throws {
        let text = "From: a@example.org\nSubject: Cut\nContent-Type: text/plain; charset=utf-8\n\n1234\u{2603}5\n"
        let blob = try #require(try demo.upload(text)["blobId"].text)
        let parsed = try demo.call(
            "Email/parse",
            #""blobIds": ["\#(blob)"], "properties": ["bodyValues"], "fetchTextBodyValues": true, "maxBodyValueBytes": \#(most)"#
        )
        let values = parsed["parsed"][blob]["bodyValues"]
        let value = try #require(values[values.keys[0]]["value"].text)
        #expect(value.utf8.count <= most && "1234\u{2603}5\n".hasPrefix(value) && value.utf8.count >= min(most, 9) - 2)
    }

    @Test(.must("8621-4.9-d", "8621-4.9-e"))
    func `that are only read have fields in the forms and under the names of others`() throws {
        let blob = try #require(try demo.upload("From: a@example.org\nSubject: Named\n\nx\n")["blobId"].text)
        for property in ["header:From:asDate", "header:Subject:asAddresses", "colour"] {
            #expect(
                try demo.error("Email/parse", #""blobIds": ["\#(blob)"], "properties": ["\#(property)"]"#)
                    == "invalidArguments")
        }
        let parsed = try demo.call("Email/parse", #""blobIds": ["\#(blob)"], "properties": ["header:sUBJECT:asText"]"#)
        #expect(parsed["parsed"][blob]["header:sUBJECT:asText"] == "Named")
    }

    // MARK: Email/copy

    @Test(.must("8621-4.7-a")) func `from another account are given mailboxes of this one`() throws {
        let id = try #require(try demo.call("Email/query", #""accountId": "$B", "limit": 1"#)["ids"][0].text)
        let theirs = try demo.inbox(of: "$B")
        for boxes in ["", #", "mailboxIds": {"\#(theirs)": true}"#, #", "mailboxIds": {}"#] {
            let done = try demo.call(
                "Email/copy", #""accountId": "$A", "fromAccountId": "$B", "create": {"k": {"id": "\#(id)"\#(boxes)}}"#)
            #expect(
                done["notCreated"]["k"]["type"] == "invalidProperties"
                    && done["notCreated"]["k"]["properties"] == ["mailboxIds"])
        }
    }
}
