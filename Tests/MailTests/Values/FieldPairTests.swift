import EventLog
import JSONCoding
import TestSupport
import Testing

@testable import Mail

/// Settings, their change event and the list of pairs between them.
@Suite struct `A list of fields` {
    private static func folder(_ random: inout SeededGenerator) -> FolderSettings {
        func any<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
        return FolderSettings(
            role: any([nil, .archive, .sent]), sortOrder: any([0, 1, 2]), icon: any([nil, "star", "tray"]),
            color: any([nil, RGBColor(hex: "#fff")]), textColor: any([nil, RGBColor(hex: "#1e90ff")]),
            visibility: any([.show, .hide]), messageVisibility: any([.show, .hide]),
            externalID: any([nil, "Label_1"]), keepNewest: any([nil, 10]), keepFor: any([nil, .last(2, .week)]))
    }

    private static func account(_ random: inout SeededGenerator) throws -> AccountSettings {
        func any<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
        let servers: [MailServer?] = [
            nil, try MailServer(host: "a.example.org", port: 993, security: .tls, username: nil),
            try MailServer(host: "b.example.org", port: 143, security: .starttls, username: "ada"),
        ]
        return AccountSettings(
            address: any(["a@example.org", "b@example.org"]), displayName: any([nil, "Ada"]),
            provider: any([.custom, .gmail]), imap: any(servers), smtp: any(servers),
            authTypes: any([[], [.password], [.oauth2, .password]]), isEnabled: any([true, false]),
            keepNewest: any([nil, 7]), keepFor: any([nil, .forever]))
    }

    /// The keys of an event but that of the thing it is of; those of a server each of its own.
    private func keys(of event: some Encodable, but id: String) throws -> [String] {
        let json = try JSONBytesDecoder().decode(JSONValue.self, from: JSONBytesEncoder().encode(event))
        guard case .object(let object) = json else { return [] }
        return object.keys.filter { $0 != id }.flatMap { key -> [String] in
            guard ["imap", "smtp"].contains(key), case .object(let server)? = object[key] else { return [key] }
            return server.keys.map { "\(key).\($0)" }
        }
    }

    @Test func `takes back what it recorded, names what it names in JSON, and says nothing of what is the same`() throws
    {
        var random = SeededGenerator()
        for _ in 0..<500 {
            let (old, new) = (Self.folder(&random), Self.folder(&random))
            guard let changed = FolderChanged(folder: FolderID(.number(1)), from: old, to: new) else {
                #expect(old == new, "seed \(random.seed)")
                continue
            }
            #expect(new.undoing(changed).settings == old && new.undoing(changed).stale.isEmpty, "seed \(random.seed)")
            let names = Set(FolderChanged.fields.flatMap(\.names))
            let keys = try keys(of: changed, but: "folder")
            #expect(names.isSuperset(of: keys) && !keys.isEmpty, "seed \(random.seed)")
            // Of what was changed again since nothing is taken back, and its name is told.
            let third = Self.folder(&random)
            #expect(Set(third.undoing(changed).stale).isSubset(of: keys), "seed \(random.seed)")
        }
    }

    @Test func `takes back a server field by field`() throws {
        var random = SeededGenerator()
        for _ in 0..<500 {
            let (old, new) = (try Self.account(&random), try Self.account(&random))
            guard let changed = AccountChanged(account: AccountID(.number(1)), from: old, to: new) else {
                #expect(old == new, "seed \(random.seed)")
                continue
            }
            #expect(new.undoing(changed).settings == old && new.undoing(changed).stale.isEmpty, "seed \(random.seed)")
            let names = Set(AccountChanged.fields.flatMap(\.names))
            #expect(try names.isSuperset(of: keys(of: changed, but: "account")), "seed \(random.seed)")
        }
    }

    @Test func `has each field that an event can hold, once`() throws {
        func check<Changed: Encodable>(_ whole: Changed, _ names: [String], but id: String) throws {
            let keys = try keys(of: whole, but: id)
            #expect(Set(keys) == Set(names) && Set(names).count == names.count)
        }
        let server = try MailServer(host: "a.example.org", port: 993, security: .tls, username: "ada")
        let account = AccountSettings(
            address: "b@example.org", displayName: "Ada", provider: .gmail, imap: server, smtp: server,
            authTypes: [.password], credentialRef: try CredentialReference("env:SECRET"), isEnabled: false,
            keepNewest: 1, keepFor: .forever)
        try check(
            AccountChanged(
                account: AccountID(.number(1)), from: AccountSettings(address: "a@example.org"), to: account),
            AccountChanged.fields.flatMap(\.names), but: "account")
        let folder = FolderSettings(
            role: .archive, sortOrder: 7, icon: "star", color: RGBColor(hex: "#fff"), textColor: RGBColor(hex: "#fff"),
            visibility: .hide, messageVisibility: .hide, externalID: "Label_1", keepNewest: 1, keepFor: .forever)
        try check(
            FolderChanged(folder: FolderID(.number(1)), from: FolderSettings(), to: folder),
            FolderChanged.fields.flatMap(\.names), but: "folder")
    }
}
