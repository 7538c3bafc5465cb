package import EventLog
package import LedgerKernel
package import Mail
internal import Projections

/// Finds the messages that concern a person by an address, deleted ones too.
package struct SubjectSearch {
    package struct Match {
        package let id: MessageID
        package let stream: StreamID
        package let account: StreamID
        package let places: [SubjectPlace]
    }

    private let ledger: Ledger
    private let position: Position
    private let address: String
    /// The accounts that have the address, or had it.
    private let accounts: Set<StreamID>

    /// Searches the log up to where the reader is.
    package init(of address: String, in ledger: Ledger, _ reader: LedgerReader) throws {
        self.ledger = ledger
        position = reader.position
        let address = address.lowercased()
        self.address = address
        let streams = try reader.accounts(includingDeleted: true).map(\.stream)
        let position = reader.position
        accounts = Set(
            try streams.filter { stream in
                var has = false
                let selection = EventSelection(through: position, stream: stream)
                try ledger.store.forEach(selection, decodedBy: ledger.catalogue) { recorded in
                    guard case .event(let event) = recorded.content else { return true }
                    let name = (event as? AccountCreated)?.address ?? (event as? AccountChanged)?.address?.new
                    has = has || name?.lowercased() == address
                    return !has
                }
                return has
            })
    }

    /// Returns them in the order of recording; `progress` gets the positions that were passed.
    package func messages(progress: (Int) throws -> Void) throws -> [Match] {
        var matches: [Match] = []
        let later = try laterPlaces()
        let selection = EventSelection(through: position, typeName: MessageAdded.type.name)
        try ledger.store.forEach(selection, decodedBy: ledger.catalogue) { recorded in
            guard case .event(let event) = recorded.content, let added = event as? MessageAdded else { return true }
            let named = Set(SubjectPlace.fields(of: added.headers, holding: address))
                .union(later[recorded.stream] ?? [])
            var places = SubjectPlace.allCases.filter(named.contains)
            if accounts.contains(recorded.account) { places.append(.account) }
            if !places.isEmpty {
                matches.append(Match(id: added.id, stream: recorded.stream, account: recorded.account, places: places))
            }
            try progress(Int(recorded.position.rawValue))
            return true
        }
        return matches
    }

    /// The places of the address in messages as a later parser read them.
    private func laterPlaces() throws -> [StreamID: Set<SubjectPlace>] {
        var places: [StreamID: Set<SubjectPlace>] = [:]
        let selection = EventSelection(through: position, typeName: MessageReparsed.type.name)
        try ledger.store.forEach(selection, decodedBy: ledger.catalogue) { recorded in
            guard case .event(let event) = recorded.content else { return true }
            var reading = MessageReading(headers: MessageHeaders(), attachments: [], snippet: "", parser: 0)
            reading.apply(event)
            let found = SubjectPlace.fields(of: reading.headers, holding: address)
            if !found.isEmpty { places[recorded.stream, default: []].formUnion(found) }
            return true
        }
        return places
    }
}

extension EmailAddress {
    /// Reads the whole address of a person, passing over a name beside it; nil without a domain.
    package init?(ofPerson text: String) {
        self.init(parsing: text)
        guard domain != nil else { return nil }
    }
}
