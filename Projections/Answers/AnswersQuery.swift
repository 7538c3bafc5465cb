public import Assist
public import CivilTime
public import EventLog
public import SQLiteDatabase

/// A canned answer in a list.
public struct AnswerRow: Sendable, Hashable, Identifiable {
    public let id: AnswerID
    public let stream: StreamID
    /// The profile that it ends with; nil for none.
    public let profile: ProfileID?
    public let settings: AnswerSettings
    /// The number of its uses.
    public let usageCount: Int
    public let lastUsedAt: Timestamp?
    public let createdAt: Timestamp
    public let updatedAt: Timestamp
    /// Whether it was deleted itself.
    public let isDeleted: Bool
    /// Whether the profile that it belongs to was.
    public let endedWithProfile: Bool

    /// The answer as a decision sees it.
    public var state: AnswerState {
        AnswerState(
            id: id, stream: stream, profile: profile, settings: settings, isDeleted: isDeleted,
            endedWithProfile: endedWithProfile)
    }
}

extension AnswerRow {
    fileprivate static let columns: SQL = """
        answer.uuid, answer.id, answer.profile, \(AnswerAdded.columns.names(of: "answer")),
        (SELECT count(*) FROM answer_use WHERE answer_use.answer = answer.id AND NOT is_cancelled),
        (SELECT max(used) FROM answer_use WHERE answer_use.answer = answer.id AND NOT is_cancelled), answer.created,
        answer.updated, answer.ended IS NOT NULL,
        EXISTS (SELECT 1 FROM profile WHERE profile.uuid = answer.profile AND profile.ended IS NOT NULL)
        """

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            id: row.next(), stream: row.next(), profile: row.next(),
            settings: AnswerSettings(from: &row), usageCount: row.next(), lastUsedAt: row.next(), createdAt: row.next(),
            updatedAt: row.next(),
            isDeleted: row.next(), endedWithProfile: row.next())
    }
}

/// Queries for canned answers.
public struct AnswersQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the live answers in the order of recording, deleted ones too on request.
    public func all(includingDeleted: Bool = false) throws -> [AnswerRow] {
        try rows(where: includingDeleted ? "TRUE" : AnswersSchema.isLive)
    }

    /// Returns the answer with exactly this id, deleted or not.
    public func answer(withID id: AnswerID) throws -> AnswerRow? {
        try rows(where: "answer.uuid = \(bind: id.blob)").first
    }

    /// Whether a use that an event recorded was undone; nil if there is none.
    public func isCancelled(useAt position: Position) throws -> Bool? {
        try connection.first("SELECT is_cancelled FROM answer_use WHERE position = \(bind: position.rawValue)") {
            try $0.next()
        }
    }

    private func rows(where condition: SQL) throws -> [AnswerRow] {
        try connection.rows(
            "SELECT \(AnswerRow.columns) FROM answer WHERE \(condition) ORDER BY answer.id", row: AnswerRow.init(from:))
    }
}
