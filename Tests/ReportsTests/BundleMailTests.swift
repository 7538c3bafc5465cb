import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@testable import Reports

/// The files of mail that a bundle may have.
@Suite struct `The mail of a bundle` {
    private let directory: TemporaryDirectory
    private let ledger: Ledger
    /// The arrivals of two messages with the same bytes.
    private let ada: Position
    private let grace: Position
    /// The event of one more copy of the second one.
    private let copy: Position

    init() throws {
        directory = try TemporaryDirectory()
        let ledger = try Ledger.inMemory()
        let bytes = Array("Subject: one\n\nThe same text.\n".utf8)
        for (address, folders) in [("ada@example.org", ["INBOX"]), ("grace@example.org", ["INBOX", "Archive"])] {
            _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: address)))
            for folder in folders {
                let message = try ledger.read { reader in
                    let account = try reader.account(address)
                    return IncomingMessage(
                        account: account.id, folder: try reader.folder(folder, in: account.stream).id, bytes: bytes,
                        source: folder)
                }
                _ = try ledger.mail.save([message], context: ledger.context(command: "save"))
            }
        }
        let added = try ledger.store.events(EventSelection(typeName: "mail.message-added")).map(\.position)
        let copied = try ledger.store.events(EventSelection(typeName: "mail.message-copied")).map(\.position)
        try #require(added.count == 2 && copied.count == 1)
        (ada, grace, copy) = (added[0], added[1], copied[0])
        self.ledger = ledger
        try FileManager.default.createDirectory(
            atPath: directory.path("messages"), withIntermediateDirectories: true)
        for name in ["a", "b"] {
            try Data(bytes).write(to: URL(filePath: directory.path("messages/\(name).eml")))
        }
    }

    /// The numbers of contents that are there and that are not, in a bundle that proves some events.
    private func check(_ positions: [Position], _ names: [String]) throws -> [Int] {
        let findings = try ledger.proofs.prove(positions).verify(trusting: nil)
        let files = Set(names.map { "messages/\($0).eml" })
        let (found, absent) = try EvidenceBundle.messages(in: directory.path, among: files, findings)
        return [found, absent]
    }

    @Test func `is that of messages whose arrival is proven, a file each`() throws {
        #expect(try check([ada, grace, copy], ["a", "b"]) == [1, 0])
        #expect(try check([ada, copy], ["a"]) == [1, 0])
        #expect(try check([ada, copy], []) == [0, 1])
        #expect(try check([copy], []) == [0, 0])
        for (positions, names, words) in [
            ([ada, copy], ["a", "b"], "messages/a.eml and messages/b.eml are the same message"),
            ([copy], ["a"], "messages/a.eml is not a message that a proven entry brought"),
        ] as [([Position], [String], String)] {
            let fault = try #require(throws: ProofFault.self) { try check(positions, names) }
            #expect(fault.description.contains(words), "\(fault)")
        }
    }
}
