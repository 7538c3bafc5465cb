internal import Domain
internal import JSONCoding

// What a command says to somebody who may change the ledger, and not read it: that it is done, and ids.

extension Audience {
    /// Whether more than the ids in the answers of a command is withheld.
    func withholdsAnswers<Work: LedgerWork>(of _: Work.Type) -> Bool { !showsMail && Work.isForReaders }
}

extension Ledger {
    /// Runs a command; a dry run, and the words of a refusal that show the present state, are for those who may read.
    func carryOut<Work: LedgerWork>(_ work: Work, in call: CommandCall) throws -> CommandResult<Work.Answer> {
        guard audience.withholdsAnswers(of: Work.self) else { return try work.run(on: self, in: call) }
        guard !call.isDryRun else { throw DomainError.dryRunWithheld }
        do {
            return try work.run(on: self, in: call)
        } catch let error as DomainError {
            throw error.withoutState
        } catch let error as RefusedLine where error.kind == .conflicting {
            throw RefusedLine(kind: error.kind, path: error.path, line: error.line, reason: DomainError.stateWithheld)
        }
    }
}

extension Envelope {
    /// The same for somebody who may not read: of the answer only the ids at the top of it, or of each thing in a list.
    func withIDsAlone(_ encoder: JSONBytesEncoder) throws -> Envelope<JSONValue> {
        let ids = try answer.map { answer in
            try JSONBytesDecoder().decode(JSONValue.self, from: encoder.encode(answer)).idsAlone
        }
        return Envelope<JSONValue>(position: position, operation: operation, isRepeat: isRepeat, ids)
    }
}

extension JSONValue {
    fileprivate var idsAlone: JSONValue {
        switch self {
        case .object(let object):
            .object(JSONObject(unique: object.members.filter { ["id", "operation", "undone"].contains($0.key) }))
        case .array(let things): .array(things.map(\.idsAlone))
        default: .null
        }
    }
}

extension DomainError {
    fileprivate static let dryRunWithheld = DomainError.forbidden(
        "a dry run shows the present state, so it is for those who may read")
    fileprivate static let stateWithheld =
        "the present state, or a hold, does not allow it; those who may read are shown which"

    /// The same without names of other things than the caller's, and without words of what they are.
    fileprivate var withoutState: DomainError {
        switch self {
        case .notFound(let kind, let name, _, _, let hint): .notFound(kind: kind, name: name, hint: hint)
        // How many there are would tell words of theirs, and a name can be that of a thing that was named by its id.
        case .ambiguous(let kind, let name, _): .notFound(kind: kind, name: name)
        case .conflict, .blocked, .alreadyExists: .conflict(Self.stateWithheld)
        default: self
        }
    }
}
