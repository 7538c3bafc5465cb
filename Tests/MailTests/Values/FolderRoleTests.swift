import Foundation
import Mail
import TestSupport
import Testing

@Suite struct FolderRoleTests {
    @Test(.requirement(29)) func `the raw values are a promise`() throws {
        #expect(
            FolderRole.allCases.map(\.rawValue) == [
                "inbox", "drafts", "sent", "trash", "archive", "spam", "flagged", "all", "other",
            ])
        #expect(FolderKind.allCases.map(\.rawValue) == ["folder", "label", "notebook"])
        #expect(try JSONDecoder().decode([FolderRole].self, from: Data(#"["spam"]"#.utf8)) == [.spam])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([FolderRole].self, from: Data(#"["junk"]"#.utf8))
        }
    }

    @Test(.requirement(31)) func `every role has an order and a name of its own`() {
        #expect(FolderRole.allCases.map(\.defaultSortOrder) == [0, 1, 2, 3, 4, 5, 6, 7, 100])
        #expect(Set(FolderRole.allCases.map(\.displayName)).count == FolderRole.allCases.count)
        #expect(FolderRole.all.displayName == "All Mail")
        #expect(FolderKind.allCases.map(\.displayName) == ["Folder", "Label", "Notebook"])
    }

    @Test(
        .requirement(30),
        arguments: [
            ([#"\Sent"#], "Trash", FolderRole.sent),
            ([#"\HasNoChildren"#, #"\JUNK"#], "x", .spam),
            (["\\All"], "x", .all), (["\\Archive"], "x", .archive), (["\\Drafts"], "x", .drafts),
            (["\\Flagged"], "x", .flagged), (["\\Trash"], "x", .trash), (["trash"], "x", .trash),
            ([#"\HasNoChildren"#], "Trash", .trash),
            ([#"\Important"#], "x", .other),
            ([], "INBOX", .inbox), ([], "Inbox", .inbox), ([], "INBOX.Sent", .sent), ([], "INBOX/Drafts", .drafts),
            ([], "[Gmail]/All Mail", .all), ([], "[Google Mail]/Papierkorb", .trash), ([], "[Gmail]", .other),
            ([], "Sent Items", .sent), ([], "Gesendet", .sent), ([], "ENTWÜRFE", .drafts),
            ([], "Entwu\u{308}rfe", .drafts),
            ([], "Éléments envoyés", .sent), ([], "Отправленные", .sent), ([], "ゴミ箱", .trash),
            ([], "Junk E-mail", .spam),
            ([], "Archive", .archive), ([], "Starred", .flagged),
            ([], "presentations", .other), ([], "Sentences", .other), ([], "Absent", .other),
            ([], "draft ideas", .other),
            ([], "Work/Sent", .other), ([], "Inbox2", .other), ([], "INBOX.Work.Sent", .other), ([], "", .other),
        ] as [([String], String, FolderRole)]) func `attributes come first, then the whole name`(
            attributes: [String], name: String, role: FolderRole
        )
    {
        #expect(FolderRole.detect(attributes: attributes, name: name) == role)
    }
}
