import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing
import WireModels

/// Forms for programs are types of their own, apart from the rows of the read models.
@Suite struct `Forms at the boundary` {
    private static let address = "ada@example.org"

    @Test(.requirement(202))
    func `a folder goes out by its form and comes back by its requests, without what rows are made of`()
        throws
    {
        let sample = try SampleLedger(.memory)
        try sample.addAccount(Self.address)
        var command = ChangeFolder()
        (command.icon, command.color) = ("briefcase", "#1e90ff")
        let context = sample.ledger.context(command: "test")
        let row = try sample.ledger.addFolder(
            FolderPath(parsing: "Work"), to: Self.address, settings: command, context: context)
        let trees = try sample.ledger.read { try $0.folderTrees(of: Self.address) }
        let form = try #require(trees.first { $0.name == "Work" })
        #expect(form.id == row.id.uniqueID && form.icon == "briefcase" && form.color == "#1e90ff")
        // A stream, a position or a count of copies is nobody's business outside.
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(form)) as? [String: Any]
        #expect(
            Set(json?.keys.map { $0 } ?? []) == [
                "id", "name", "icon", "color", "is_system", "note_count", "sort_order", "depth", "children",
                "created_at",
            ])
        // Out to a program that works without a network, and back as a command.
        let local = LocalFolder(from: form)
        #expect(local.folder == form && local.syncStatus == .synced && !local.isLocalDeleted)
        let request = local.toCreateRequest()
        #expect(
            request.name == row.name && request.icon == row.settings.icon && request.color == row.settings.color?.hex)
        let decoded = try JSONDecoder().decode(LocalFolder.self, from: JSONEncoder().encode(local))
        #expect(decoded == local)
    }

    @Test(.requirement(204)) func `wherever a person is named, it is an address with a name, and never a text`() throws
    {
        let author: KeyPath<MessageRow, EmailAddress?> = \.from
        let recipients: KeyPath<MessageRow, [EmailAddress]> = \.to
        let sample = try SampleLedger(.memory)
        try sample.addAccount(Self.address)
        try sample.save([Letter("one")], account: Self.address)
        let row = try #require(try sample.messages().first)
        #expect(row[keyPath: author] == EmailAddress(name: "Ada", address: "ada@example.org"))
        #expect(row[keyPath: recipients] == [EmailAddress(name: "Grace", address: "grace@example.org")])
        let shown = try sample.ledger.show(row.id.description)
        let thread = try #require(try sample.ledger.read { try $0.threads().first })
        for value in [row, shown, thread, shown.headers] as [Any] { expectAddresses(value, in: "\(type(of: value))") }
    }

    /// Fields that name people hold addresses.
    private func expectAddresses(_ value: Any, in path: String) {
        let people: Set = ["from", "sender", "replyTo", "to", "cc", "bcc", "participants", "lastFrom"]
        for child in Mirror(reflecting: value).children {
            guard let label = child.label, people.contains(label) else { continue }
            let isAddress = child.value is EmailAddress? || child.value is [EmailAddress]
            #expect(isAddress, "\(path).\(label)")
        }
    }
}
