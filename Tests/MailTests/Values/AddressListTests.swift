import Foundation
import Mail
import TestSupport
import Testing

@Suite struct AddressListTests {
    @Test func `mailboxes and groups are read in order`() {
        let list = AddressList(
            parsing: "ada@x.org, Friends (close): Bob <bob@x.org>, c@x.org;, undisclosed-recipients:;, d@x.org")
        #expect(list.malformed.isEmpty)
        #expect(list.entries.count == 4)
        #expect(list.addresses.map(\.address) == ["ada@x.org", "bob@x.org", "c@x.org", "d@x.org"])
        guard case .group(let friends) = list.entries[1], case .group(let hidden) = list.entries[2] else {
            Issue.record("the second and third entries are groups")
            return
        }
        #expect(friends.name == "Friends")
        #expect(friends.members.map(\.name) == ["Bob", nil])
        #expect(hidden.name == "undisclosed-recipients")
        #expect(hidden.members.isEmpty)
    }

    @Test(arguments: [
        ("a@b,,, ,c@d,", ["a@b", "c@d"], []),
        ("(nobody), a@b, (here)", ["a@b"], []),
        ("a@b, nonsense, c@d", ["a@b", "c@d"], ["nonsense"]),
        ("a@b; c@d, e@f", ["e@f"], ["a@b; c@d"]),
        ("G: a@b, nonsense, c@d; , e@f", ["a@b", "c@d", "e@f"], ["nonsense"]),
        ("G: a@b, c@d", ["a@b", "c@d"], []),
        ("\"open, a@b", [], ["\"open, a@b"]),
        ("", [], []),
    ]) func `what cannot be read is named and costs its neighbours nothing`(
        text: String, addresses: [String], malformed: [String]
    ) {
        let list = AddressList(parsing: text)
        #expect(list.addresses.map(\.address) == addresses)
        #expect(list.malformed == malformed)
    }

    @Test(.requirement(207)) func `a written list is read as the same entries`() {
        let entries: [AddressListEntry] = [
            .mailbox(EmailAddress(name: "Doe, John", address: "j@example.com")),
            .group(
                AddressGroup(
                    name: "Ä: Freunde;",
                    members: [EmailAddress(address: "\"a b\"@c"), EmailAddress(name: ";", address: "d@e")])),
            .group(AddressGroup(name: "none", members: [])),
        ]
        let text = entries.map(\.formatted).joined(separator: ", ")
        let list = AddressList(parsing: text)
        #expect(list.entries == entries)
        #expect(list.entries.flatMap(\.addresses).map(\.name) == entries.flatMap(\.addresses).map(\.name))
    }

    @Test func `the JSON form tells groups from mailboxes`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let entries: [AddressListEntry] = [
            .mailbox(EmailAddress(name: "A", address: "a@b")),
            .group(AddressGroup(name: "G", members: [EmailAddress(address: "c@d")])),
        ]
        let json = try encoder.encode(entries)
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"[{"address":"a@b","name":"A"},{"group":"G","members":[{"address":"c@d"}]}]"#)
        #expect(try JSONDecoder().decode([AddressListEntry].self, from: json) == entries)
    }
}
