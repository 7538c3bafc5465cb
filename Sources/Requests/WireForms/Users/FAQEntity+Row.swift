internal import Assist
internal import Cryptography
internal import Domain
internal import EventLog
internal import Projections
internal import WireModels

extension FAQEntity {
    /// Makes the form of a canned answer.
    init(_ row: AnswerRow) {
        self.init(
            id: row.id.description, category: row.settings.category, questionPattern: row.settings.questionPattern,
            answer: row.settings.text, usageCount: row.usageCount, lastUsedAt: row.lastUsedAt.map(WireTime.init(_:)),
            isEnabled: row.settings.isEnabled, createdAt: WireTime(row.createdAt), updatedAt: WireTime(row.updatedAt))
    }

    /// The id of the answer in a ledger: its own if that is a UUID, else one that is derived from it.
    ///
    /// So an id from elsewhere is the same answer of a profile each time (RFC 9562 section 5.8).
    func answerID(of profile: ProfileID) -> AnswerID {
        if let own = UniqueID(id) { return AnswerID(own) }
        var bytes = Array(SHA256Hasher.digest(of: profile.uniqueID.bytes + Array(id.utf8)).bytes.prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        guard let derived = UniqueID(bytes: bytes) else { preconditionFailure("a digest has more than 16 bytes") }
        return AnswerID(derived)
    }

    /// Whether an id was derived so.
    static func isDerived(_ id: AnswerID) -> Bool { id.uniqueID.bytes[6] >> 4 == 8 }

    /// The command that makes an answer like it.
    var change: ChangeAnswer {
        ChangeAnswer(category: category, questionPattern: questionPattern, text: answer, isEnabled: isEnabled)
    }
}
