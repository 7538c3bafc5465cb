import Cryptography
import EventLog
import Foundation
import MailLedger
import Synchronization
import Testing

/// The signing key of a ledger under a passphrase.
struct KeyPassphraseTests {
    /// Somebody who is asked for a passphrase.
    private final class Person: Sendable {
        let answer: Mutex<String?> = Mutex(nil)
        let asked: Mutex<[PassphraseRequest]> = Mutex([])
    }

    /// A ledger, and somebody who answers when it asks.
    private final class World {
        let scratch: ScratchFolder
        let location: LedgerLocation
        let person = Person()

        init(under text: String? = nil) throws {
            scratch = try ScratchFolder()
            location = scratch.location("ledger")
            _ = try Ledger.create(at: location, keyUnder: try text.map(passphrase))
        }

        var path: String { location.keysDirectory + "/signing.key" }
        var file: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }
        /// What was asked for since the last look.
        var questions: [PassphraseRequest] {
            person.asked.withLock { asked in
                defer { asked = [] }; return asked
            }
        }

        func open(answering text: String? = nil) throws -> Ledger {
            let person = person
            person.answer.withLock { $0 = text }
            var environment = LedgerEnvironment.current()
            environment.passphrase = { request in
                person.asked.withLock { $0.append(request) }
                return try person.answer.withLock { $0 }.map(passphrase)
            }
            return try Ledger.open(at: location, access: .readWrite, environment: environment)
        }
    }

    @Test func `a key that was made under a passphrase never lay open, and signs by it alone`() throws {
        let world = try World(under: "one")
        #expect(try world.file.contains("BEGIN ENCRYPTED PRIVATE KEY"))
        let ledger = try world.open(answering: "one")
        let verifier = try #require(try ledger.proofs.verifier())
        #expect(try ledger.proofs.signCheckpoint().isSigned(by: verifier))
        // Nobody is asked twice.
        _ = try ledger.proofs.signCheckpoint()
        #expect(world.questions == [.toUnlock(path: world.path)])
        #expect(throws: SigningKeyError.locked(path: world.path)) { try world.open().proofs.signCheckpoint() }
        #expect(throws: SigningKeyError.wrongPassphrase(path: world.path)) {
            try world.open(answering: "two").proofs.signCheckpoint()
        }
    }

    @Test func `a passphrase is put on, changed and taken away, and the key stays`() throws {
        let world = try World()
        let open = try world.file
        let ledger = try world.open()
        let signed = try ledger.proofs.signCheckpoint()
        #expect(try ledger.proofs.setKeyPassphrase { _ in try passphrase("one") })
        #expect(try ledger.proofs.isKeyLocked() && ledger.proofs.signCheckpoint() == signed)
        #expect(throws: SigningKeyError.locked(path: world.path)) {
            try world.open().proofs.setKeyPassphrase { _ in
                Issue.record("asked for a new one before the old one was given")
                return nil
            }
        }
        #expect(try world.open(answering: "one").proofs.setKeyPassphrase { _ in try passphrase("two") })
        #expect(throws: SigningKeyError.wrongPassphrase(path: world.path)) {
            try world.open(answering: "one").proofs.signCheckpoint()
        }
        #expect(try world.open(answering: "two").proofs.signCheckpoint() == signed)
        #expect(try world.open(answering: "two").proofs.setKeyPassphrase { _ in nil })
        #expect(try world.file == open)
        #expect(try !world.open().proofs.setKeyPassphrase { _ in nil })
        #expect(try world.open().store.head().position == .start)
        let mode = try FileManager.default.attributesOfItem(atPath: world.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `a key that follows one under a passphrase is under it, too`() throws {
        let world = try World(under: "one")
        var ledger = try world.open(answering: "one")
        let next = try ledger.proofs.rotateKey(context: ledger.context(command: "key rotate"))
        #expect(try ledger.proofs.isKeyLocked() && ledger.proofs.verifiers().map(\.isEndorsed) == [false, true])
        ledger = try world.open(answering: "one")
        #expect(try ledger.proofs.signCheckpoint().isSigned(by: next))
        // A lost passphrase is a lost key; the next one does not lie open for that.
        #expect(throws: SigningKeyError.unprotected(path: world.path)) {
            let ledger = try world.open()
            try ledger.proofs.rotateKey(isLost: true, context: ledger.context(command: "key rotate"))
        }
        _ = world.questions
        ledger = try world.open(answering: "three")
        try ledger.proofs.rotateKey(isLost: true, context: ledger.context(command: "key rotate"))
        #expect(world.questions == [.toProtect(path: world.path)])
        #expect(
            try world.open(answering: "three").proofs.signCheckpoint().isSigned(
                by: #require(try ledger.proofs.verifier())))
        // A key that lay open is followed by one that does not, where a passphrase is given.
        let other = try World()
        ledger = try other.open()
        try ledger.proofs.rotateKey(under: try passphrase("four"), context: ledger.context(command: "key rotate"))
        #expect(
            try ledger.proofs.isKeyLocked()
                && FileManager.default.contentsOfDirectory(atPath: other.location.keysDirectory) == ["signing.key"])
    }

    @Test func `a backup takes the key along as it is, and is not signed where it stays locked`() throws {
        let world = try World(under: "one")
        let folder = world.scratch.path + "/backup"
        let unsigned = try world.open().maintenance.backUp(to: folder, withKeys: true)
        #expect(!unsigned.isSigned && unsigned.isKeyLocked)
        #expect(throws: SigningKeyError.wrongPassphrase(path: world.path)) {
            try world.open(answering: "two").maintenance.backUp(to: folder)
        }
        let signed = try world.open(answering: "one").maintenance.backUp(to: folder)
        #expect(signed.isSigned && !signed.isKeyLocked && signed.manifest.hasKeys)
        let restored = world.scratch.location("restored")
        _ = try LedgerMaintenance.restore(from: folder, to: restored)
        let copy = try String(contentsOfFile: restored.keysDirectory + "/signing.key", encoding: .utf8)
        #expect(try copy == world.file)
    }

    @Test func `an examination tells without the passphrase whose key it is, and whether its file is whole`() throws {
        let world = try World(under: "one")
        try world.open().maintenance.checkKey()
        func finding() throws -> Finding? { try world.open().maintenance.examine().first { $0.subject == "key" } }
        #expect(try finding()?.isHealthy == true && finding()?.detail == "it has a passphrase")
        let text = try world.file
        let damaged = text.replacing("-----\nM", with: "-----\nN", maxReplacements: 1)
        try damaged.write(toFile: world.path, atomically: true, encoding: .utf8)
        #expect(throws: SigningKeyError.damaged(path: world.path)) { try world.open().maintenance.checkKey() }
        #expect(try finding()?.isHealthy == false)
        // What was under a passphrase does not lie open afterwards, even where nothing of it can be read.
        #expect(throws: SigningKeyError.unprotected(path: world.path)) {
            let ledger = try world.open()
            try ledger.proofs.rotateKey(isLost: true, context: ledger.context(command: "key rotate"))
        }
        let other = try World(under: "one")
        try other.file.write(toFile: world.path, atomically: true, encoding: .utf8)
        #expect(throws: SigningKeyError.foreign(path: world.path)) {
            try world.open(answering: "one").maintenance.checkKey()
        }
        try FileManager.default.removeItem(atPath: world.path)
        try world.open().maintenance.checkKey()
        #expect(try finding()?.detail { "\($0)" }.contains("rotateLostKey") == true)
    }
}

private func passphrase(_ text: String) throws -> Passphrase {
    try #require(Passphrase(Array(text.utf8)))
}
