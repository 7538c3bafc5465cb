import Access
import Assist
import Chat
import FoundationEssentials
import JSONCoding
import Mail
import Notes
import Outbox
import TestSupport
import Testing

/// The words that a field of an event may have, as they are frozen: `Tests/Fixtures/Events/closed-sets.txt`.
///
/// A program reads no word that it does not know. So a new word is a new version of every event that may have it, as a
/// new field is: an older program then names the event that it cannot read, and does not take it for something else.
@Suite struct `The closed sets of words in events` {
    private static let path = projectRoot + "/Tests/Fixtures/Events/closed-sets.txt"

    private static func line<Set: CaseIterable & RawRepresentable<String>>(_ set: Set.Type) -> String {
        "\(String(reflecting: set).split(separator: ".").dropFirst().joined(separator: ".")): "
            + set.allCases.map(\.rawValue).joined(separator: " ")
    }

    private static let lines = [
        line(AccountProvider.self), line(AuthType.self), line(ConnectionSecurity.self), line(AccountSyncStatus.self),
        line(FolderKind.self), line(FolderRole.self), line(FolderVisibility.self), line(MessageVisibility.self),
        line(DeletePolicy.self), line(AttachmentKind.self), line(TransferStatus.self), line(DeliveryStatus.self),
        line(NoteLink.Scope.self), line(ActionKind.self), line(ActionUrgency.self), line(ActionStage.self),
        line(AnswerCategory.self), line(MessageCategory.self), line(Sentiment.self), line(SentimentIntensity.self),
        line(AssistFeature.self), line(ConnectedService.self), line(OutboxStatus.self), line(AccessScope.self),
        line(ConflictDetected.Field.self), line(PruningRule.Origin.self), line(CredentialReference.Scheme.self),
    ]

    @Test func `are as they were frozen: a new word is a new version of each event that may have it`() throws {
        let frozen = try String(decoding: Data(contentsOf: URL(filePath: Self.path)), as: UTF8.self)
        let today = Self.lines.joined(separator: "\n") + "\n"
        #expect(today == frozen, "raise the versions of the events that may have the word, and then change the file")
    }

    @Test func `are all listed here, as far as the modules of events declare them`() throws {
        var declared: Set<String> = []
        for module in ["Mail", "Chat", "Notes", "Assist", "Outbox", "Access"] {
            let folder = "\(projectRoot)/Sources/\(module)"
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder) where name.hasSuffix(".swift") {
                let source = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
                for match in source.matches(of: /enum (\w+): String, [^{]*Codable/) { declared.insert(String(match.1)) }
            }
        }
        let listed = Set(Self.lines.map { String($0.prefix { $0 != ":" }.split(separator: ".").last ?? "") })
        // What a server's user is called is a fact about providers, and in no event.
        #expect(declared.subtracting(listed) == ["Username"])
        // It is the beginning of a text, and so is read by hand.
        #expect(listed.subtracting(declared) == ["Scheme"])
    }
}
