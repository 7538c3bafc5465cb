internal import Cryptography
package import JSONCoding

extension LogReading {
    /// Runs a closure that decodes events of this log, and tells a damaged log from an event that is not understood.
    ///
    /// Only an event that is refused is compared with its digest and its leaf: decoding costs nothing more.
    ///
    /// - Throws: ``EventLogError/corrupt(_:)`` if the event is not the one that was recorded, and the damage is noted
    ///   then; else what the closure throws.
    package func decoding<Output>(_ body: () throws -> Output) throws -> Output {
        let opening = reopenings
        do {
            return try body()
        } catch let error as EventLogError {
            if let position = error.refusedEvent { try requireUnchanged(at: position, sinceOpening: opening) }
            throw error
        }
    }

    /// Decodes an event of this log, or reports that it was erased or belongs to no context here.
    ///
    /// - Throws: ``EventLogError/corrupt(_:)`` if it is not the event that was recorded.
    package func contents(
        of stored: StoredEvent, by catalogue: EventCatalogue
    ) throws -> [RecordedEvent.Content] {
        try decoding { try catalogue.contents(of: stored) }
    }

    /// Returns the payload of an event of this log in its stored form; nil once it is erased.
    ///
    /// - Throws: ``EventLogError/corrupt(_:)`` if it is not the event that was recorded.
    package func payload(of stored: StoredEvent) throws -> JSONValue? {
        try decoding { try stored.openPayload() }
    }

    private func requireUnchanged(at position: Position, sinceOpening opening: Int) throws {
        do {
            try compareEvent(at: position)
        } catch let fault as LogFault {
            // Another server answers now, and may not have the event that was refused.
            guard reopenings == opening else { return }
            noteDamage(fault.description)
            throw EventLogError.corrupt(fault.description)
        }
    }

    private func compareEvent(at position: Position) throws {
        guard let event = try event(at: position) else {
            throw LogFault(position: position, reason: "the event is missing")
        }
        guard let transaction = try transaction(event.transaction) else {
            throw LogFault(position: position, reason: "its transaction \(event.transaction) is missing")
        }
        var hasher = SHA256Hasher()
        try event.check(with: &hasher)
        let leaf = Entry.leaf(of: event, in: transaction, ledger: identity.id, with: &hasher)
        guard try recordedLeaf(at: position) == leaf else {
            throw LogFault(position: position, reason: "the entry differs from its leaf in the Merkle tree")
        }
    }
}

extension StoredEvent {
    /// Returns the payload in its stored form, whatever its type says of it; nil once it is erased.
    ///
    /// - Throws: ``EventLogError/undecodable(_:at:reason:)`` if it is no JSON.
    package func openPayload() throws -> JSONValue? {
        guard let payload else { return nil }
        do {
            return try JSONBytesDecoder().decode(JSONValue.self, from: payload)
        } catch {
            throw EventLogError.notDecoded(type, at: position, after: error)
        }
    }
}

extension StoredTransaction {
    /// Returns the header in a form; nil once it is erased.
    ///
    /// - Throws: ``EventLogError/corrupt(_:)``: every program of this format reads every header.
    package func openHeader<Form: Decodable>(as form: Form.Type) throws -> Form? {
        guard let header else { return nil }
        do {
            return try JSONBytesDecoder().decode(form, from: header)
        } catch {
            let fault = LogFault(
                position: firstPosition, reason: "the header of transaction \(number) cannot be read")
            throw EventLogError.corrupt(fault.description)
        }
    }
}

extension EventLogError {
    /// The event that was refused, because of its bytes or because of what they say.
    fileprivate var refusedEvent: Position? {
        switch self {
        case .unknownType(_, let position), .undecodable(_, let position, _): position
        case .projectionFailed(let failure): failure.position
        default: nil
        }
    }
}
