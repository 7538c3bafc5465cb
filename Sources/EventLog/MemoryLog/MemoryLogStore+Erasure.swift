internal import Cryptography

extension MemoryLogStore {
    func blank(
        _ scopes: [ErasureScope], before position: Position, includingSharedHeaders: Bool
    ) throws -> Blanked {
        var blanked: Set<Position> = []
        for scope in scopes {
            var selection = EventSelection(through: Position(position.rawValue - 1))
            switch scope {
            case .stream(let stream): selection.stream = stream
            case .account(let account): selection.account = account
            }
            try forEach(selection) { event in
                if event.payload != nil, !event.type.isErasing { blanked.insert(event.position) }
                return true
            }
        }
        try change { state in
            state.tail.blank(blanked, headers: [])
            state.erasures.formUnion(blanked.map { .event($0) })
        }
        let touched = Set(try blanked.compactMap { try transaction(holding: $0)?.number })
        let headers = try touched.filter { try includingSharedHeaders || isBlank($0) }
        return Blanked(events: blanked.count, headers: try blankHeaders(headers.sorted()))
    }

    private func isBlank(_ number: Int64) throws -> Bool {
        guard let transaction = try transaction(number) else { return false }
        return try events(EventSelection(of: transaction)).allSatisfy { $0.payload == nil }
    }

    @discardableResult
    func blankHeaders(_ transactions: [Int64]) throws -> Int {
        let known = try transactions.filter { try transaction($0)?.header != nil }
        try change { state in
            state.erasures.formUnion(transactions.map { .header($0) })
            state.tail.blank([], headers: Set(known))
        }
        return known.count
    }

    func takeErasures(of source: any LogReading) throws -> Int {
        let end = try head()
        var events: Set<Position> = []
        var headers: [Int64] = []
        try source.forEachErasure { place in
            guard !state.erasures.contains(place) else { return }
            switch place {
            case .event(let position) where position <= end.position: events.insert(position)
            case .header(let number) where number <= end.transaction: headers.append(number)
            default: break
            }
        }
        guard !events.isEmpty || !headers.isEmpty else { return 0 }
        try change { state in
            state.erasures.formUnion(events.map { .event($0) })
            state.tail.blank(events, headers: [])
        }
        try blankHeaders(headers.sorted())
        try beginErasureWork(contents: [], viewsGeneration: 0)
        return events.count
    }

    func erasureWork() throws -> ErasureWork? { state.work }

    func beginErasureWork(contents: Set<SHA256Digest>, viewsGeneration: Int64) throws {
        try change { state in
            state.erasedContents.formUnion(contents)
            state.work = ErasureWork(steps: .all, viewsGeneration: viewsGeneration)
        }
    }

    func erasureContents() throws -> [SHA256Digest] {
        state.erasedContents.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    func endErasureStep(_ step: ErasureSteps) throws {
        try change { state in
            if step.contains(.contents) { state.erasedContents = [] }
            state.work?.steps.subtract(step)
            if state.work?.steps.isEmpty == true { state.work = nil }
        }
    }

    func purge() throws {}

    func truncateJournal() throws -> Bool { true }
}
