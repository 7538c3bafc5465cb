import Content
import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `Attachments of a ledger` {
    @Test(.requirement(139)) func `what is known of it stands in the log, and its content beside`() throws {
        let world = try AttachmentWorld(.disk, size: 3 << 20)
        let location = try #require(world.sample.location)
        let events = try world.ledger.store.events(EventSelection(stream: world.row().stream))
        let payload = String(decoding: events.first?.payload ?? [], as: UTF8.self)
        #expect(payload.contains("tide.bin") && payload.utf8.count < 4_000, "the event holds no content")
        let log = try FileManager.default.attributesOfItem(atPath: location.logPath)[.size] as? Int ?? 0
        let journal = try? FileManager.default.attributesOfItem(atPath: location.logPath + "-wal")[.size] as? Int
        #expect(log + (journal ?? 0) < 1 << 20, "the log does not grow by the content")
        let hex = try world.digest().hex
        #expect(FileManager.default.fileExists(atPath: "\(location.directory)/content/\(hex.prefix(2))/\(hex)"))
        #expect(try world.row().content == world.digest())
    }

    @Test(.requirement(140), arguments: Place.allCases, [0, 1, 57, 100_000])
    func `its content comes back byte for byte`(place: Place, size: Int) throws {
        let world = try AttachmentWorld(place, size: size)
        var bytes: [UInt8] = []
        try world.ledger.attachments.read(1, of: world.id()) { bytes += $0 }
        #expect(bytes == world.content)
        #expect(try world.checks().map(\.digest) == [SHA256Hasher.digest(of: world.content)])
    }

    @Test(.requirement(141)) func `it is written to a file, takes no other's place, and its name leads nowhere`() throws
    {
        let world = try AttachmentWorld(size: 10, name: "../../../../etc/passwd")
        let folder = world.sample.scratch.path + "/saved"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let saved = try world.ledger.attachments.save(1, of: world.id(), to: folder, overwriting: false)
        #expect(saved.path == folder + "/passwd")
        #expect(throws: (any Error).self) {
            try world.ledger.attachments.save(1, of: world.id(), to: folder, overwriting: false)
        }
        try Data("mine".utf8).write(to: URL(filePath: folder + "/passwd"))
        #expect(throws: (any Error).self) {
            try world.ledger.attachments.saveAll(
                matching: .id(prefix: world.id()), toFolder: folder, overwriting: false)
        }
        #expect(FileManager.default.contents(atPath: folder + "/passwd") == Data("mine".utf8))
        _ = try world.ledger.attachments.save(1, of: world.id(), to: folder, overwriting: true)
        #expect(FileManager.default.contents(atPath: folder + "/passwd") == Data(world.content))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["passwd"])
    }

    @Test(
        .requirement(142),
        arguments: [
            ("image/png", AttachmentKind.image), ("IMAGE/JPEG", .image), ("video/mp4", .video), ("audio/ogg", .audio),
            ("application/pdf", .document), ("text/plain", .document), ("", .document), ("image", .image),
            ("imagery/x", .document), ("document/x", .document),
        ])
    func `its kind is told by its type`(type: String, kind: AttachmentKind) {
        #expect(AttachmentKind(mimeType: type) == kind)
    }

    @Test(.requirement(142, 150)) func `name, type, size and kind are kept, those of a recording too`() throws {
        let world = try AttachmentWorld(size: 5_000, type: "audio/ogg", name: "memo.ogg")
        let row = try #require(try world.attachments().first)
        #expect(row.fileName == "memo.ogg" && row.mimeType == "audio/ogg" && row.kind == .audio && row.size == 5_000)
        #expect(row.transfer == AttachmentTransfer())
        var bytes: [UInt8] = []
        try world.ledger.attachments.read(1, of: world.id()) { bytes += $0 }
        #expect(bytes == world.content)
    }

    private func change(_ world: AttachmentWorld, _ body: (inout AttachmentTransfer) -> Void) throws -> Recorded? {
        try world.ledger.changeTransfer(
            ofAttachment: 1, of: world.id(), context: world.ledger.context(command: "upload"), body)
    }

    @Test(.requirement(143, 144), arguments: Place.allCases)
    func `its way to a server is history, and outlives a rebuild`(place: Place) throws {
        let world = try AttachmentWorld(place, size: 10)
        func transfer() throws -> AttachmentTransfer? { try world.attachments().first?.transfer }
        #expect(try change(world) { $0.status = .pending } != nil)
        #expect(try change(world) { $0.markAsUploading() } != nil)
        #expect(try change(world) { $0.markAsUploading() } == nil, "what is so already is not recorded")
        #expect(try change(world) { $0.markAsFailed("no route") } != nil)
        #expect(try transfer() == AttachmentTransfer(status: .failed, error: "no route"))
        #expect(
            try change(world) {
                $0.markAsUploaded(url: "https://files.example.org/1", thumbnail: "https://files.example.org/1.png")
            } != nil)
        let uploaded = AttachmentTransfer(
            status: .completed, url: "https://files.example.org/1", thumbnailURL: "https://files.example.org/1.png")
        #expect(try transfer() == uploaded)
        try world.ledger.maintenance.rebuild()
        #expect(try transfer() == uploaded)
        _ = try world.ledger.undo(.latest)
        #expect(try transfer() == AttachmentTransfer(status: .failed, error: "no route"))
        #expect(try world.ledger.maintenance.checkViews() == nil)
        #expect(throws: DomainError.self) { try change(world) { $0.url = "https://ada:secret@files.example.org" } }
        #expect(throws: DomainError.notFound(kind: "attachment", name: "2")) {
            try world.ledger.changeTransfer(
                ofAttachment: 2, of: world.id(), context: world.ledger.context(command: "upload")
            ) { $0.markAsUploading() }
        }
    }

    @Test(
        .requirement(143, 144),
        arguments: [
            (-1, 0), (0, 0), (0.25, 0.25), (1, 1), (1.5, 1), (Double.infinity, 1), (-Double.infinity, 0),
            (Double.nan, 0),
        ] as [(Double, Double)])
    func `progress stays between nothing and all, and never comes into the log`(
        given: Double, expected: Double
    ) throws {
        var progress = UploadProgress()
        progress.update(given)
        #expect(progress.fraction == expected && UploadProgress(given) == progress)
    }

    @Test(.requirement(145)) func `it is available once it is there and its place is known`() {
        for status in [nil] + TransferStatus.allCases.map(Optional.init) {
            for url in [nil, "https://files.example.org/1"] {
                let transfer = AttachmentTransfer(status: status, url: url)
                #expect(transfer.isAvailable == (status == .completed && url != nil))
            }
        }
    }

    @Test(.requirement(146, 151), arguments: Place.allCases)
    func `it ends and comes back with its message`(place: Place) throws {
        let world = try AttachmentWorld(place, size: 10)
        let (id, stream) = (try world.id(), try world.row().stream)
        func listed() throws -> Int {
            try world.ledger.read { reader in
                try AllProjections.publicTables.createTemporary(on: reader.connection)
                return try reader.connection.first("SELECT count(*) FROM attachments") { try $0.next(Int.self) } ?? 0
            }
        }
        #expect(try listed() == 1)
        try world.sample.delete("*")
        #expect(try listed() == 0 && world.checks().isEmpty)
        #expect(throws: DomainError.deleted(kind: "message", name: id)) {
            try world.ledger.attachments.read(1, of: id) { _ in }
        }
        _ = try world.ledger.undo(.latest)
        #expect(try listed() == 1 && world.row().stream == stream)
        try world.sample.deleteAccount(AttachmentWorld.account)
        #expect(try listed() == 0)
    }

    @Test(.requirement(147), arguments: Place.allCases)
    func `the same content is stored once, and stays while anything names it`(place: Place) throws {
        let world = try AttachmentWorld(place, size: 50_000)
        try world.sample.addAccount("bob@example.org")
        try world.sample.importing(world.sample.scratch.path + "/mail", account: "bob@example.org")
        #expect(try world.messages().count == 2 && world.ledger.content.stats().count == 1)
        try world.sample.deleteAccount(AttachmentWorld.account)
        #expect(try world.ledger.content.contains(world.digest()))
        #expect(try world.checks().map(\.fault) == [nil])
    }

    @Test(.requirement(148)) func `what is missing or corrupt is named`() throws {
        let world = try AttachmentWorld(.disk, size: 3 << 20)
        #expect(try world.checks().map(\.fault) == [nil])
        let location = try #require(world.sample.location)
        let hex = try world.digest().hex
        let path = "\(location.directory)/content/\(hex.prefix(2))/\(hex)"
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path))
        #expect(try world.checks().map(\.fault) == [.corrupt])
        try FileManager.default.removeItem(atPath: path)
        let missing = try world.checks()
        #expect(try missing.map(\.fault) == [.missing] && missing.first?.message == world.row().id)
        #expect(missing.first?.digest == nil && missing.first?.attachment.number == 1)
    }

    @Test(.requirement(149), arguments: [(700_000, false), (1_000_000, true)])
    func `a message of more than a MiB is a file of its own, a smaller one a row`(size: Int, isFile: Bool) throws {
        // Base64 makes four characters of three bytes: 1 MiB of message is some 770,000 bytes of attachment.
        let world = try AttachmentWorld(.disk, size: size)
        let location = try #require(world.sample.location)
        let hex = try world.digest().hex
        #expect(
            FileManager.default.fileExists(atPath: "\(location.directory)/content/\(hex.prefix(2))/\(hex)") == isFile)
        #expect(try world.checks().map(\.fault) == [nil])
    }

    @Test(.requirement(152)) func `that a message has any is derived from its parts`() throws {
        let world = try AttachmentWorld(size: 10)
        try world.sample.importing([SampleMail("plain")], account: AttachmentWorld.account)
        #expect(try world.sample.subjects("has:attachment") == ["one"])
        #expect(
            try world.messages().map { "\($0.subject ?? "") \($0.hasAttachments)" }.sorted() == [
                "one true", "plain false",
            ])
    }
}
