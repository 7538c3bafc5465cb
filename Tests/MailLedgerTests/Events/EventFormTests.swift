import Cryptography
import EventLog
import JSONCoding
import Mail
import MailLedger
import Testing

/// The stored form of every event.
struct EventFormTests {
    @Test func `every type of the catalogue has a sample, and no other has`() throws {
        let samples = Set(try SampleEvents.all().map { type(of: $0 as any Event).type })
        #expect(samples == Set(Contexts.builtIn.catalogue.types))
        #expect(Contexts.builtIn.catalogue.types.count == Contexts.builtIn.events.count)
    }

    @Test func `every event is read back as it was written`() throws {
        for event in try SampleEvents.all() + SampleEvents.bare() {
            let type = type(of: event as any Event).type
            let bytes = try JSONBytesEncoder().encode(event)
            let decoded = try Contexts.builtIn.catalogue.decode(bytes, type: type, at: Position(1))
            #expect(decoded.count == 1)
            let again = (decoded.first as? any Hashable).map { AnyHashable($0) }
            #expect(again == AnyHashable(event), "\(type)")
            let encoded = try decoded.first.map { try JSONBytesEncoder().encode($0) }
            #expect(encoded == bytes, "\(type)")
        }
    }

    @Test func `names are literals of their context in the past tense`() {
        for type in Contexts.builtIn.catalogue.types {
            #expect(
                type.name.wholeMatch(of: /(mail|ledger|access|assist|chat|notes|outbox)\.[a-z]+(-[a-z]+)*(ed|en)/)
                    != nil,
                "\(type)")
            #expect(Contexts.builtIn.catalogue.gaps.isEmpty)
        }
    }

    @Test func `keys are in snake case and in the order of declaration`() throws {
        for event in try SampleEvents.all() + SampleEvents.bare() {
            let bytes = try JSONBytesEncoder().encode(event)
            let value = try JSONBytesDecoder().decode(JSONValue.self, from: bytes)
            compare(value, event, at: "\(type(of: event as any Event).type)")
        }
    }

    /// Holds the keys of objects against the fields of the structures that they are the form of.
    private func compare(_ value: JSONValue, _ subject: Any, at path: String) {
        let mirror = Mirror(reflecting: subject)
        if mirror.displayStyle == .optional {
            if let wrapped = mirror.children.first?.value { compare(value, wrapped, at: path) }
            return
        }
        // A case with a value has the value's form.
        if mirror.displayStyle == .enum, let wrapped = mirror.children.first?.value {
            return compare(value, wrapped, at: path)
        }
        switch value {
        case .object(let object):
            let fields = mirror.children.compactMap { child in child.label.map { (snakeCase($0), child.value) } }
            for key in object.keys {
                #expect(key.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil, "\(path).\(key)")
            }
            // A field that is nil may have no key; each other has one, in its place.
            let present = fields.filter { object.keys.contains($0.0) }
            #expect(present.map(\.0) == object.keys, "\(path)")
            for (name, value) in fields where !object.keys.contains(name) {
                #expect(Mirror(reflecting: value).displayStyle == .optional, "\(path).\(name)")
                #expect(Mirror(reflecting: value).children.isEmpty, "\(path).\(name)")
            }
            for (name, value) in present {
                if let member = object[name] { compare(member, value, at: "\(path).\(name)") }
            }
        case .array(let elements):
            for (offset, pair) in zip(elements, mirror.children).enumerated() {
                compare(pair.0, pair.1.value, at: "\(path)[\(offset)]")
            }
        default:
            break
        }
    }

    // isEnabled → is_enabled, contentID → content_id
    private func snakeCase(_ name: String) -> String {
        var snake = ""
        var wasUpper = false
        for character in name {
            if character.isUppercase, !wasUpper { snake += "_" }
            wasUpper = character.isUppercase
            snake += character.lowercased()
        }
        return snake
    }

    @Test func `a message's event is frozen byte by byte`() throws {
        let sample = try #require(try SampleEvents.all().compactMap { $0 as? MessageAdded }.first)
        let bytes = try JSONBytesEncoder().encode(sample)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"id":"00000000-0000-4000-8000-000000000003","account":"00000000-0000-4000-8000-000000000001",\
                "copy":{"number":1,"folder":"00000000-0000-4000-8000-000000000002","source":"cur/1:é",\
                "raw":"\(SHA256Digest.of("raw").hex)","flags":"FS","from_line":"From ada Thu Jan  1","maildir":"/home/ada/Maildir"},\
                "headers":{"message_id":"1@example.org","in_reply_to":["0@example.org"],\
                "references":["0@example.org","-1@example.org"],"subject":"Über \\"uns\\"",\
                "from":[{"name":"Ada","address":"ada@example.org"}],"sender":[{"address":"s@example.org"}],\
                "reply_to":[{"address":"r@example.org"}],"to":[{"address":"t@example.org"}],\
                "cc":[{"address":"c@example.org"}],"bcc":[{"address":"b@example.org"}],"date":-1,\
                "list_id":"list.example.org","content_type":"text/plain"},\
                "attachments":[{"part":"2","file_name":"a.pdf","mime_type":"application/pdf","size":1099511627776,\
                "is_inline":true,"content_id":"c@example.org"}],"snippet":"The first words…",\
                "keywords":["$flagged","$seen"],"received_at":1700000000000001,\
                "identity":"\(SHA256Digest.of("identity").hex)","size":12,"parser":1,\
                "lacks_body":true,"external":{"id":"17a","thread":"16f","draft":"r-1"}}
                """)
    }

    @Test(arguments: [
        (MessageMarked.type, #"{"message":"x","keywords":{"added":[]}}"#),
        (MessageMarked.type, #"{"message":"00000000-0000-4000-8000-000000000003"}"#),
        (
            MessageMarked.type,
            #"{"message":"00000000-0000-4000-8000-000000000003","keywords":{"added":["a(b"]}}"#
        ),
        (FolderCreated.type, "{}"), (MessageDeleted.type, "[]"), (FileSkipped.type, ""),
    ])
    func `a form that is not an event's is refused with its place`(type: EventType, json: String) {
        let error = #expect(throws: EventLogError.self) {
            try Contexts.builtIn.catalogue.decode(Array(json.utf8), type: type, at: Position(9))
        }
        guard case .undecodable(type, Position(9), _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
