internal import EventLog
internal import LedgerContexts
public import LedgerKernel
public import Outbox

/// Records the progress of a thing on its way to its server.
///
/// The thing may be deleted: the deletion has to reach its server, too.
///
/// - Throws: ``DomainError/conflict(_:hint:)`` with both versions if the thing no longer has the expected one.
public struct MarkInOutboxRequest: LedgerCommand {
    public static let name = "mark-in-outbox"
    public typealias Answer = OutcomeForm
    /// The first digits of its id.
    public var thing: String
    public var status: OutboxStatus
    /// The error of a thing that failed.
    public var error: String?
    /// The version on the server, for a conflict.
    public var serverVersion: Int?
    /// The version that was carried; the command is refused if the thing has another one by now.
    public var expectedVersion: Int?

    enum CodingKeys: String, CodingKey {
        case thing, status, error
        case serverVersion = "server_version"
        case expectedVersion = "expected_version"
    }

    public init(
        thing: String, status: OutboxStatus, error: String? = nil, serverVersion: Int? = nil,
        expectedVersion: Int? = nil
    ) {
        self.thing = thing
        self.status = status
        self.error = error
        self.serverVersion = serverVersion
        self.expectedVersion = expectedVersion
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        try MarkInOutbox(status, error: error, serverVersion: serverVersion).decide(
            on: thing, expecting: expectedVersion, reader)
    }
}

extension MarkInOutbox {
    /// Takes a status with its details.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` for a failure without its error and a conflict without the
    ///   server's version, and for either of these with another status.
    public init(_ status: OutboxStatus, error: String? = nil, serverVersion: Int? = nil) throws {
        if error != nil, status != .failed {
            throw DomainError.invalid(field: "error", reason: "goes with the status failed")
        }
        if serverVersion != nil, status != .conflict {
            throw DomainError.invalid(field: "server_version", reason: "goes with the status conflict")
        }
        switch status {
        case .pending: self = .pending
        case .synced: self = .synced
        case .failed:
            guard let error else {
                throw DomainError.invalid(field: "error", reason: ValueError.Reason.isMissing.rawValue)
            }
            self = .failed(error)
        case .conflict:
            guard let serverVersion else {
                throw DomainError.invalid(field: "server_version", reason: ValueError.Reason.isMissing.rawValue)
            }
            self = .conflict(server: serverVersion)
        }
    }

    /// Decides on the one thing whose id has a prefix, and names it in the answer.
    func decide(on prefix: String, expecting expected: Int? = nil, _ reader: LedgerReader) throws -> Decision<
        OutcomeForm
    > {
        let thing = try reader.outboxThing(prefix)
        let events = try decide(thing, at: reader.environment.log.now(), expecting: expected)
        return Decision(events) { done in
            OutcomeForm(
                matched: 1, changed: events.isEmpty ? 0 : 1, operation: done.receipt?.operation.description,
                isDryRun: done.isDryRun, told: .init(subject: "\(thing.entity) \(thing.id)"))
        }
    }
}
