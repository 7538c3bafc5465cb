import DiskFiles
import Foundation
import JSONCoding
import TestSupport
import Testing

@Suite(.demoServed, .serialized) struct `JMAP of RFC 8620, section 6: blobs` {
    private let demo: DemoServer

    init() throws {
        demo = try #require(DemoServer.current)
    }

    private static let message = "From: a@example.org\nSubject: Blob\n\nA line.\n"

    private func download(_ blob: String, as token: String? = nil) throws -> RawHTTP.Answer {
        try demo.ask("GET", "/jmap/download/\(demo.accounts[0])/\(blob)/x?type=text/plain", as: token)
    }

    /// Makes a file of uploaded bytes as long as one may be, and older: a hole takes no room, and no time to be sent.
    private func lengthen(_ blob: String, secondsAgo: Int64) throws {
        let root = demo.folder.path("ledger/uploads/blobs")
        let names = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
        let name = try #require(names.first { $0.hasSuffix(blob.dropFirst()) })
        let file = try File(KernelFiles.shared, "\(root)/\(name)", .readWrite)
        try file.truncate(to: 50_000_000)
        let past = FileTime(seconds: KernelFiles.shared.now.seconds - secondsAgo, nanoseconds: 0)
        try KernelFiles.shared.setModified(past, of: file.handle)
    }

    @Test(.must("8620-6-a")) func `that have another id in an email are named with it`() throws {
        let upload = try #require(try demo.upload(Self.message)["blobId"].text)
        let done = try demo.imported(Self.message)
        let blob = try #require(done["blobId"].text)
        #expect(blob != upload)
        #expect(try download(blob).body == download(upload).body)
        let copied = try demo.call(
            "Email/copy",
            #""accountId": "$B", "fromAccountId": "$A", "create": {"k": {"id": "\#(done["id"].text ?? "")", "mailboxIds": {"\#(demo.inbox(of: "$B"))": true}}}"#
        )
        #expect(copied["created"]["k"]["blobId"].text == blob)
    }

    @Test(.must("8620-6-b", "8620-6-c")) func `are kept for a day, and make room for newer ones, the oldest first`()
        throws
    {
        var blobs: [String] = []
        for number in 0..<6 {
            let blob = try #require(try demo.upload("\(number)", to: 2, type: "text/plain")["blobId"].text)
            blobs.append(blob)
            // Five of the longest are all that an account has room for.
            if number < 5 { try lengthen(blob, secondsAgo: Int64(60 - number)) }
        }
        let statuses = try blobs.map { blob in
            try demo.ask("GET", "/jmap/download/\(demo.accounts[2])/\(blob)/x?type=text/plain", ["Range": "bytes=0-0"])
                .status
        }
        #expect(statuses == [404, 206, 206, 206, 206, 206])
    }

    @Test(.must("8620-6-d")) func `stay for the call that ends the last email with them`() throws {
        let done = try demo.imported("From: a@example.org\nSubject: Ends\n\nIts only text.\n")
        let (id, blob) = (try #require(done["id"].text), try #require(done["blobId"].text))
        let set = try demo.call(
            "Email/set",
            #"""
            "create": {"k": {"mailboxIds": {"\#(demo.inbox())": true}, "subject": "Holds it",
                "attachments": [{"blobId": "\#(blob)", "type": "message/rfc822"}]}}, "destroy": ["\#(id)"]
            """#)
        #expect(set["created"].keys == ["k"] && set["destroyed"] == [.string(id)], "\(set)")
        let made = try demo.email(try #require(set["created"]["k"]["id"].text), #""attachments""#)["attachments"][0]
        #expect(
            String(decoding: try download(try #require(made["blobId"].text)).body, as: UTF8.self).contains(
                "Its only text."))
    }

    @Test(.must("8620-6.1-a", "8620-6.2-a", "8620-7.3-a")) func `have addresses with all that a client fills in`()
        throws
    {
        let session = try JSONBytesDecoder().decode(
            JSONValue.self, from: demo.ask("GET", "/.well-known/jmap").body)
        for (property, names) in [
            ("uploadUrl", ["accountId"]), ("downloadUrl", ["accountId", "blobId", "name", "type"]),
            ("eventSourceUrl", ["types", "closeafter", "ping"]),
        ] {
            let text = try #require(session[property].text)
            let found = text.matches(of: /\{([A-Za-z]+)\}/).map { String($0.1) }
            #expect(found.sorted() == names.sorted())
        }
    }

    @Test(.must("8620-6.1-b")) func `are described by one object when they have come`() throws {
        let upload = try demo.upload("abc", type: "text/plain")
        #expect(upload["accountId"].text == demo.accounts[0] && upload["type"] == "text/plain" && upload["size"] == 3)
        #expect(try download(try #require(upload["blobId"].text)).text == "abc")
    }

    @Test(.must("8620-6.1-c")) func `that no email has are the uploader's alone`() throws {
        let blob = try #require(try demo.upload("mine", type: "text/plain")["blobId"].text)
        #expect(try download(blob).status == 200 && download(blob, as: demo.otherToken).status == 404)
    }

    @Test(
        .must("8620-6.2-b"), arguments: [("a.txt", #"="a.txt""#), ("a%20%C3%A9%22.txt", "*=UTF-8''a%20%C3%A9%22.txt")])
    func `have the name of the address as that of their file`(path: String, parameter: String) throws {
        let blob = try #require(try demo.upload("named", type: "text/plain")["blobId"].text)
        let answer = try demo.ask("GET", "/jmap/download/\(demo.accounts[0])/\(blob)/\(path)?type=text/plain")
        #expect(answer.fields["content-disposition"] == "attachment; filename\(parameter)")
    }
}
