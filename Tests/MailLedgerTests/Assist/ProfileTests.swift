import Assist
import CivilTime
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `The profile of a ledger` {
    private let world: AssistWorld
    private var ledger: Ledger { world.ledger }

    init() throws { world = try AssistWorld() }

    private func profile() throws -> ProfileRow { try ledger.read { try $0.requireProfile() } }

    @Test(.requirement(122, 135))
    func `a profile has an id, an external id as it is given, address, name, picture and times`() throws {
        #expect(throws: DomainError.notFound(kind: "profile", name: "of the owner")) { try profile() }
        try world.setProfile {
            ($0.email, $0.displayName, $0.externalID) = ("ada@example.org", "Ada Lovelace", "fireBase_UID==/1")
            ($0.photoURL, $0.timeZone) = ("https://example.org/ada.png", "Europe/London")
        }
        let row = try profile()
        #expect(row.settings.email == "ada@example.org" && row.settings.displayName == "Ada Lovelace")
        #expect(row.settings.externalID == "fireBase_UID==/1" && row.settings.timeZone == "Europe/London")
        #expect(row.settings.photoURL == "https://example.org/ada.png" && row.createdAt == row.updatedAt)
        try world.setProfile { $0.displayName = "Ada" }
        #expect(try profile().id == row.id && profile().createdAt == row.createdAt)
        let updated = try profile().updatedAt
        #expect(updated >= row.updatedAt)
    }

    @Test(.requirement(123, 125)) func `six features are on at first, and each is switched`() throws {
        try world.setProfile()
        #expect(try profile().settings.features == Set(AssistFeature.allCases))
        for feature in AssistFeature.allCases {
            _ = try ledger.switchFeature(
                SwitchFeature(feature, isEnabled: false), context: world.context("profile feature"))
            #expect(try !profile().settings.features.contains(feature))
        }
        #expect(try ledger.history(of: profile().id.description).last?.changes.map(\.field) == ["memory_storage"])
        let head = try world.head()
        _ = try ledger.switchFeature(
            SwitchFeature(.sentiment, isEnabled: false), context: world.context("profile feature"))
        #expect(try world.head() == head)
        try world.undo()
        #expect(try profile().settings.features == [.memoryStorage] && ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(124, 130)) func `only what is given changes`() throws {
        try world.setProfile { ($0.email, $0.displayName) = ("ada@example.org", "Ada") }
        let outcome = try world.setProfile {
            ($0.timeZone, $0.transcribesAutomatically, $0.createsActionsAutomatically) = ("Asia/Tokyo", true, true)
        }
        #expect(outcome.changes.map(\.field) == ["time_zone", "auto_transcribe", "auto_create_actions"])
        #expect(try profile().settings.displayName == "Ada" && profile().settings.transcribesAutomatically)
        try world.undo()
        #expect(try profile().settings.timeZone == nil && !profile().settings.createsActionsAutomatically)
    }

    @Test(.requirement(129)) func `services are connected and disconnected`() throws {
        try world.setProfile()
        for (service, isConnected) in [(ConnectedService.google, true), (.apple, true), (.google, false)] {
            _ = try ledger.switchService(
                SwitchService(service, isConnected: isConnected), context: world.context("profile connect"))
        }
        #expect(try profile().settings.services == [.apple])
        try world.undo()
        #expect(try profile().settings.services == [.apple, .google])
    }

    @Test(.requirement(136))
    func `a ledger has one live profile, and a deleted one comes back only where there is none`() throws {
        try world.setProfile()
        let first = try profile().id
        _ = try ledger.deleteProfile(context: world.context("profile delete"))
        let deletion = try #require(try ledger.operations(limit: 1).first).operation
        try world.setProfile { $0.email = "grace@example.org" }
        #expect(try profile().id != first)
        #expect(throws: DomainError.self) { try ledger.undo(.operation(prefix: deletion.description)) }
        try world.undo()
        _ = try ledger.undo(.operation(prefix: deletion.description))
        #expect(try profile().id == first && ledger.maintenance.checkViews() == nil)
    }

    @Test func `the history of a canned answer shows that it ended with the profile, and came back`() throws {
        try world.setProfile()
        let answer = try world.addAnswer()
        _ = try ledger.deleteProfile(context: world.context("profile delete"))
        try world.undo()
        #expect(
            try ledger.history(of: answer.id.description).map(\.type.name) == [
                "assist.answer-added", "assist.profile-deleted", "assist.profile-restored",
            ])
    }

    @Test(.requirement(137)) func `times are microseconds in the log, and typed in the library`() throws {
        try world.setProfile()
        let created: Timestamp = try profile().createdAt
        let stored = try ledger.read { reader in
            try AllProjections.publicTables.createTemporary(on: reader.connection)
            return try reader.connection.rows("SELECT created_at, typeof(created_at) FROM profiles") {
                try ($0.next(Int64.self), $0.next(String.self))
            }
        }
        #expect(stored.map(\.0) == [created.microseconds] && stored.map(\.1) == ["integer"])
    }

    @Test func `the profile of then is shown, and what differs is told`() throws {
        try world.setProfile()
        let then = try world.head()
        try world.setProfile { $0.displayName = "Ada" }
        var tables: [String] = []
        try ledger.replay.difference(from: Moment(.position(then))).forEach { row in
            tables.append(row.table)
            return true
        }
        #expect(tables == ["profiles"])
        #expect(try ledger.history(of: profile().id.description).map(\.entity) == ["profile", "profile"])
        try world.sample.stand(at: Moment(.position(then)))
        #expect(try profile().settings.displayName == nil)
    }

    @Test func `no password and no token reaches the ledger's files`() throws {
        let world = try AssistWorld(.disk)
        for (field, change) in [
            ("email", { $0.email = "ada:canarysecret@example.org" }),
            ("photo", { $0.photoURL = "https://example.org/a?access_token=canarysecret" }),
            ("name", { $0.displayName = "https://ada:canarysecret@example.org" }),
        ] as [(String, (inout SetProfile) -> Void)] {
            #expect(throws: DomainError.self, "\(field)") {
                try world.setProfile {
                    $0.email = "ada@example.org"
                    change(&$0)
                }
            }
        }
        try world.setProfile()
        try world.sample.whileClosed { #expect(files(below: $0.directory, holding: "canarysecret").isEmpty) }
    }

    @Test func `a profile is erased with its answers, and proofs hold`() throws {
        let world = try AssistWorld(.disk)
        try world.setProfile { ($0.email, $0.displayName) = ("canaryowner@example.net", "Canaryname") }
        try world.addAnswer("own", "canarytext")
        _ = try world.ledger.erase(
            .streams(world.ledger.read { try $0.streamsOfProfiles() }),
            context: world.ledger.context(command: "erase", reason: "request 3"))
        #expect(try world.ledger.read { try $0.profile() } == nil && world.answers().isEmpty)
        #expect(try Set(world.ledger.erasures().map(\.kind)) == ["profile", "answer"])
        #expect(
            try world.ledger.maintenance.verifyLog().events == world.head().rawValue
                && world.ledger.maintenance.checkViews() == nil)
        #expect(throws: DomainError.self) { try world.ledger.read { try $0.streamsOfProfiles() } }
        try world.sample.whileClosed { location in
            for word in ["canaryowner", "Canaryname", "canarytext"] {
                #expect(files(below: location.directory, holding: word).isEmpty, "\(word)")
            }
        }
    }
}
