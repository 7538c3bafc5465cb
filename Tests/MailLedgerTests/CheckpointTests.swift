import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Testing

/// Signed checkpoints, and the key that they are signed by.
struct CheckpointTests {
    @Test func `a new ledger has a key of its own, for its owner only`() throws {
        let folder = try ScratchFolder()
        let location = folder.location("ledger")
        let ledger = try Ledger.create(at: location)
        let verifier = try #require(try ledger.proofs.verifier())
        #expect(verifier.name == ledger.store.identity.origin)
        let path = location.keysDirectory + "/signing.key"
        let modes = try [location.keysDirectory, path].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
        }
        #expect(modes == [0o700, 0o600])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(NoteSigner(secretText: String(text.dropLast()))?.verifier == verifier)
        #expect(try Ledger.create(at: folder.location("other")).proofs.verifier() != verifier)
    }

    @Test func `a checkpoint names the log, its size and its root, and is kept`() throws {
        let folder = try ScratchFolder()
        let ledger = try Ledger.create(at: folder.location("ledger"))
        let empty = try ledger.proofs.signCheckpoint()
        #expect(empty.checkpoint.size == 0)
        _ = try ledger.addAccount(AddAccount(address: "ada@example.org"), context: ledger.context(command: "test"))
        let signed = try ledger.proofs.signCheckpoint()
        let head = try ledger.store.head().position
        #expect(
            signed.checkpoint
                == LogCheckpoint(
                    origin: ledger.store.identity.origin, size: head.rawValue, root: try ledger.store.root(at: head)))
        #expect(try signed.isSigned(by: #require(try ledger.proofs.verifier())))
        #expect(try ledger.proofs.signCheckpoint() == signed)
        #expect(try ledger.store.keptCheckpoints().map(\.note) == [empty, signed].map(\.note.description))
        #expect(SignedCheckpoint(signed.note.description) == signed)
    }

    @Test func `a ledger in memory signs, too`() throws {
        let ledger = try Ledger.inMemory()
        let signed = try ledger.proofs.signCheckpoint()
        #expect(try signed.isSigned(by: #require(try ledger.proofs.verifier())))
    }

    @Test func `who trusts the first key can follow to the last`() throws {
        let folder = try ScratchFolder()
        let location = folder.location("ledger")
        var ledger = try Ledger.create(at: location)
        let first = try #require(try ledger.proofs.verifier())
        for _ in 1...3 {
            let next = try ledger.proofs.rotateKey(context: ledger.context(command: "key rotate"))
            ledger = try Ledger.open(at: location, access: .readWrite)
            #expect(try ledger.proofs.verifier() == next)
        }
        let signed = try ledger.proofs.signCheckpoint()
        #expect(!signed.isSigned(by: first))
        let chain = try ledger.store.keyChain()
        #expect(chain.keys.first == first && chain.keys.count == 4)
        #expect(chain.keys.last.map(signed.isSigned) == true)
        for (note, keys) in zip(chain.endorsements, zip(chain.keys, chain.keys.dropFirst())) {
            #expect(KeyEndorsement.successor(of: keys.0, in: note) == keys.1)
        }
        #expect(try ledger.proofs.verifiers().map(\.isEndorsed) == [false, true, true, true])
        // Nobody else's endorsement leads anywhere.
        let other = try Ledger.inMemory()
        _ = try other.proofs.signCheckpoint()
        try other.proofs.rotateKey(context: other.context(command: "key rotate"))
        let note = try #require(try other.store.keyChain().endorsements.first)
        #expect(KeyEndorsement.successor(of: first, in: note) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: location.keysDirectory) == ["signing.key"])
    }

    @Test func `without the key nothing is signed, and a new one is asked for by name`() throws {
        let folder = try ScratchFolder()
        let location = folder.location("ledger")
        let first = try #require(try Ledger.create(at: location).proofs.verifier())
        try FileManager.default.removeItem(atPath: location.keysDirectory)
        let ledger = try Ledger.open(at: location, access: .readWrite)
        let missing = SigningKeyError.missing(path: location.keysDirectory + "/signing.key")
        #expect(throws: missing) { try ledger.proofs.signCheckpoint() }
        #expect(throws: missing) { try ledger.proofs.rotateKey(context: ledger.context(command: "key rotate")) }
        #expect(try ledger.store.head().position == .start)
        try ledger.proofs.rotateKey(isLost: true, context: ledger.context(command: "key rotate"))
        let signed = try ledger.proofs.signCheckpoint()
        #expect(try signed.isSigned(by: #require(try ledger.proofs.verifier())))
        #expect(try !ledger.store.keyChain().keys.contains(first))
        #expect(try ledger.proofs.verifiers().map(\.isEndorsed) == [false, false])
        #expect(throws: (any Error).self) { try ledger.undo(.latest) }
    }

    @Test func `a rotation that was cut off before the file got its name is ended by the next signature`() throws {
        let folder = try ScratchFolder()
        let location = folder.location("ledger")
        let ledger = try Ledger.create(at: location)
        let key = location.keysDirectory + "/signing.key"
        let old = try Data(contentsOf: URL(filePath: key))
        try ledger.proofs.rotateKey(context: ledger.context(command: "key rotate"))
        try FileManager.default.moveItem(atPath: key, toPath: key + ".next")
        try old.write(to: URL(filePath: key))
        let signed = try Ledger.open(at: location, access: .readWrite).proofs.signCheckpoint()
        #expect(try signed.isSigned(by: #require(try ledger.proofs.verifier())))
        #expect(!FileManager.default.fileExists(atPath: key + ".next"))
    }

    @Test func `what a killed rotation left is gone with the next signature, and with the next rotation`() throws {
        let folder = try ScratchFolder()
        let location = folder.location("ledger")
        let ledger = try Ledger.create(at: location)
        let other = folder.location("other")
        _ = try Ledger.create(at: other)
        let signs: [(Ledger) throws -> Void] = [
            { _ = try $0.proofs.signCheckpoint() },
            { try $0.proofs.rotateKey(context: $0.context(command: "key rotate")) },
            { _ = try $0.maintenance.backUp(to: folder.path + "/backup") },
        ]
        for sign in signs {
            for name in ["signing.key.next", ".mailledger-0123456789abcdef"] {
                try FileManager.default.copyItem(
                    atPath: other.keysDirectory + "/signing.key", toPath: location.keysDirectory + "/" + name)
            }
            try sign(ledger)
            let names = try FileManager.default.contentsOfDirectory(atPath: location.keysDirectory)
            #expect(names == ["signing.key"])
            try ledger.maintenance.checkKey()
        }
    }

    @Test func `a key that was staged stays where the one that signs is gone`() throws {
        let folder = try ScratchFolder()
        let location = folder.location("ledger")
        let ledger = try Ledger.create(at: location)
        let key = location.keysDirectory + "/signing.key"
        let next = NoteSigner(
            name: ledger.store.identity.origin, seed: [UInt8](repeating: 7, count: NoteSigner.seedByteCount))
        try Data((#require(next).secretText + "\n").utf8).write(to: URL(filePath: key + ".next"))
        try FileManager.default.removeItem(atPath: key)
        #expect(throws: SigningKeyError.missing(path: key)) { try ledger.proofs.signCheckpoint() }
        #expect(FileManager.default.fileExists(atPath: key + ".next"))
    }

    @Test func `a rotation that another one forestalled leaves no key behind`() throws {
        let folder = try ScratchFolder()
        let location = folder.location("ledger")
        let one = Array("one".utf8)
        try Ledger.create(at: location).proofs.setKeyPassphrase { _ in Passphrase(one) }
        @Sendable func open(_ asked: @escaping @Sendable () throws -> Void = {}) throws -> Ledger {
            var environment = LedgerEnvironment.current()
            environment.passphrase = { _ in
                try asked()
                return Passphrase(one)
            }
            return try Ledger.open(at: location, access: .readWrite, environment: environment)
        }
        @Sendable func rotate(_ ledger: Ledger) throws {
            try ledger.proofs.rotateKey(context: ledger.context(command: "key rotate"))
        }
        // While the slow one asks for the passphrase, another one rotates.
        let slow = try open { try rotate(open()) }
        #expect(throws: EventLogError.self) { try rotate(slow) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: location.keysDirectory) == ["signing.key"])
        let ledger = try open()
        #expect(try ledger.proofs.signCheckpoint().isSigned(by: #require(try ledger.proofs.verifier())))
        #expect(try ledger.proofs.verifiers().count == 2)
    }

    @Test(arguments: ["", "no key\n", "PRIVATE+KEY+a+00000000+AAAA\n"])
    func `a file that holds no key says so`(text: String) throws {
        let folder = try ScratchFolder()
        let location = folder.location("ledger")
        let ledger = try Ledger.create(at: location)
        let path = location.keysDirectory + "/signing.key"
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(throws: SigningKeyError.damaged(path: path)) { try ledger.proofs.signCheckpoint() }
    }

    @Test func `the key of another ledger does not sign for this one`() throws {
        let folder = try ScratchFolder()
        let location = folder.location("ledger")
        let ledger = try Ledger.create(at: location)
        let other = folder.location("other")
        _ = try Ledger.create(at: other)
        let path = location.keysDirectory + "/signing.key"
        try Data(contentsOf: URL(filePath: other.keysDirectory + "/signing.key")).write(to: URL(filePath: path))
        #expect(throws: SigningKeyError.foreign(path: path)) { try ledger.proofs.signCheckpoint() }
    }
}
