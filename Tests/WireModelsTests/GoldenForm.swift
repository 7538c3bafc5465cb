import Assist
import Chat
import Foundation
import JSONCoding
import MailLedgerTesting
import Notes
import TestSupport
import Testing
import WireModels

/// A form with a sample of it and the file that says how its JSON looks: `Tests/Fixtures/Wire/<name>.json`.
struct GoldenForm: Sendable, CustomTestStringConvertible {
    let name: String
    /// The sample's JSON, a member a line.
    let written: @Sendable () throws -> [UInt8]
    /// Whether a file's JSON is read as the sample.
    let isReadBack: @Sendable ([UInt8]) throws -> Bool

    var testDescription: String { name }
    static let folder = projectRoot + "/Tests/Fixtures/Wire"
    var path: String { "\(Self.folder)/\(name).json" }

    init<Form: Codable & Equatable & SendableMetatype>(_ name: String, _ sample: @escaping @Sendable () -> Form) {
        self.name = name
        written = { try JSONBytesEncoder(JSONBytesEncoder.Options(pretty: true)).encode(sample()) + [0x0A] }
        isReadBack = { try JSONBytesDecoder().decode(Form.self, from: $0) == sample() }
    }

    static let all: [GoldenForm] =
        users + actions + notes + folders + chat + [
            GoldenForm("APIErrorResponse") { APIErrorResponse.sample() }
        ]

    private static let users = [
        GoldenForm("UserResponse") { UserResponse.sample() },
        GoldenForm("Token") { Token.sample() },
        GoldenForm("UserCreateRequest") { UserCreateRequest.sample() },
        GoldenForm("UserUpdateRequest") { UserUpdateRequest.sample() },
        GoldenForm("PasswordChangeRequest") { PasswordChangeRequest.sample() },
        GoldenForm("PasswordResetRequest") { PasswordResetRequest.sample() },
        GoldenForm("PasswordResetConfirmRequest") { PasswordResetConfirmRequest.sample() },
    ]

    private static let actions = [
        GoldenForm("ActionResponse") { ActionResponse.sample(.calendar, status: .executed) },
        GoldenForm("ActionResponse.email") { ActionResponse.sample(.email) },
        GoldenForm("ActionCreateRequest") { ActionCreateRequest.sample() },
        GoldenForm("CalendarActionCreateRequest") { CalendarActionCreateRequest.sample() },
        GoldenForm("EmailActionCreateRequest") { EmailActionCreateRequest.sample() },
        GoldenForm("ReminderActionCreateRequest") { ReminderActionCreateRequest.sample() },
        GoldenForm("NextStepCreateRequest") { NextStepCreateRequest.sample() },
        GoldenForm("ActionUpdateRequest") { ActionUpdateRequest.sample() },
        GoldenForm("ActionExecuteRequest") { ActionExecuteRequest.sample() },
        GoldenForm("ActionExecuteResponse") { ActionExecuteResponse.sample() },
    ]

    private static let notes = [
        GoldenForm("NoteResponse") { NoteResponse.sample() },
        GoldenForm("NoteListItem") { NoteListItem.sample() },
        GoldenForm("NoteListResponse") { NoteListResponse.sample() },
        GoldenForm("NoteCreateRequest") { NoteCreateRequest.sample() },
        GoldenForm("NoteUpdateRequest") { NoteUpdateRequest.sample() },
        GoldenForm("NoteSearchParams") { NoteSearchParams.sample() },
        GoldenForm("UnifiedSearchResponse") { UnifiedSearchResponse.sample() },
        GoldenForm("LocalNote") { LocalNote.sample() },
    ]

    private static let folders = [
        GoldenForm("FolderResponse") { FolderResponse.sample() },
        GoldenForm("FolderCreateRequest") { FolderCreateRequest.sample() },
        GoldenForm("FolderUpdateRequest") { FolderUpdateRequest.sample() },
        GoldenForm("FolderReorderItem") { FolderReorderItem.sample() },
        GoldenForm("FolderBulkReorder") { FolderBulkReorder.sample() },
        GoldenForm("LocalFolder") { LocalFolder.sample() },
    ]

    private static let chat = [
        GoldenForm("MessageEntity") { MessageEntity.sample() },
        GoldenForm("ConversationEntity") { ConversationEntity.sample() },
        GoldenForm("ConversationListResponse") { ConversationListResponse.sample() },
        GoldenForm("UserEntity") { UserEntity.sample() },
        GoldenForm("AttachmentEntity") { AttachmentEntity.sample() },
        GoldenForm("FAQEntity") { FAQEntity.sample() },
    ]
}
