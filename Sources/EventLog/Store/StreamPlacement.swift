/// Finds the place of each event of a transaction in its stream, and checks the version that the event expects there.
struct StreamPlacement {
    private let first: Position
    private let storedVersion: (StreamID) throws -> Int
    private var versions: [StreamID: Int] = [:]

    init(first: Position, storedVersion: @escaping (StreamID) throws -> Int) {
        self.first = first
        self.storedVersion = storedVersion
    }

    struct Place: Sendable {
        let stream: StreamID
        let version: Int
        let account: StreamID
    }

    mutating func place(_ event: ProposedEvent, offset: Int) throws -> Place {
        let stream: StreamID
        let version: Int
        switch event.target {
        case .noStream:
            stream = StreamID(first.advanced(by: offset).rawValue)
            version = 0
        case .any(let reference):
            stream = resolve(reference)
            version = try currentVersion(of: stream)
        case .exact(let reference, let expected):
            stream = resolve(reference)
            version = try currentVersion(of: stream)
            guard version == expected else {
                throw EventLogError.conflict(
                    expected: "stream \(stream) at version \(expected)", actual: "version \(version)")
            }
        }
        versions[stream] = version + 1
        let account =
            switch event.account {
            case .none: StreamID.none
            case .own: stream
            case .stream(let reference): resolve(reference)
            }
        return Place(stream: stream, version: version + 1, account: account)
    }

    private func resolve(_ reference: ProposedEvent.StreamReference) -> StreamID {
        switch reference {
        case .existing(let stream): stream
        case .started(let offset): StreamID(first.advanced(by: offset).rawValue)
        }
    }

    private func currentVersion(of stream: StreamID) throws -> Int {
        if let version = versions[stream] { return version }
        let version = try storedVersion(stream)
        guard version > 0 else {
            throw EventLogError.conflict(expected: "stream \(stream)", actual: "no such stream")
        }
        return version
    }
}
