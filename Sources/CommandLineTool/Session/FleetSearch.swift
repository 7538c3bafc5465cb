internal import CivilTime
internal import DiskFiles
internal import EventLog
internal import Fleet
internal import MailLedger
internal import Processes
internal import Projections

/// A search in all ledgers of a database: in the files of this node, and in those of the others.
struct FleetSearch {
    let query: ReadQuery
    let limit: Int
    let database: LedgerURL
    let settings: Settings
    /// The time for the answers of the other nodes.
    let patience: Duration
    private let here: String

    init(_ query: ReadQuery, limit: Int, in database: LedgerURL, _ settings: Settings, patience: Duration) throws {
        self.query = query
        self.limit = limit
        self.database = database
        self.settings = settings
        self.patience = patience
        here = try settings.value(of: .fleetSelf).text ?? Surroundings.current.environment().host
    }

    /// Searches the ledgers whose full text this node has.
    ///
    /// Files that are behind are brought forward at first.
    func searchHere() throws -> FleetSearchForm {
        let ledgers = try FleetQuestions(at: database).ledgers()
        return merged([searchHere(ledgers.rows)], of: ledgers, [])
    }

    /// Searches here, and asks the other nodes meanwhile.
    func searchEverywhere() throws -> FleetSearchForm {
        let ledgers = try FleetQuestions(at: database).ledgers()
        let others = try FleetNode.all(in: settings).filter { !isHere($0) }
        let asked = others.map { node in
            (
                node: node,
                question: NodeQuestion(
                    to: node, query.typed.withoutSavedQueries, limit, database, ledgers.rows, within: patience)
            )
        }
        let own = searchHere(ledgers.rows)
        var answers = [own]
        var unanswered: [FleetSearchForm.Unanswered] = []
        for (node, answer) in zip(asked.map(\.node), NodeQuestion.answers(to: asked.map(\.question), within: patience))
        {
            switch answer {
            case .success(let form): answers.append(form.seen(on: node.name, limit: limit))
            case .failure(let fault): unanswered.append(.init(node: node.name, reason: fault.reason))
            }
        }
        return merged(answers, of: ledgers, unanswered)
    }

    /// A node is called by the first word of its host's name, or by all of it.
    private func isHere(_ node: FleetNode) -> Bool {
        node.name == here || node.name == String(here.prefix { $0 != "." })
    }

    // MARK: This node

    private func searchHere(_ ledgers: [FleetQuestions.Ledger]) -> FleetSearchForm {
        var form = FleetSearchForm(ledgers: ledgers.count)
        for ledger in ledgers {
            do {
                guard let (rows, position) = try search(ledger) else { continue }
                form.hits += rows.map { .init($0, of: ledger.name, on: here) }
                form.searched.append(.init(ledger: ledger.name, node: here, position: position.rawValue))
            } catch {
                form.notSearched.append(.init(ledger: ledger.name, reason: Failure(error).message))
            }
        }
        return form
    }

    /// Returns the newest messages of a ledger, and the position of the log up to which it was searched; nil where there is
    /// no full text here.
    private func search(_ ledger: FleetQuestions.Ledger) throws -> (rows: [MessageRow], position: Position)? {
        let files = Surroundings.current.files
        let folder = try NodeFolder(of: ledger.id, environment: LedgerTarget.variables, on: files).location
        guard files.exists(folder.searchPath), let url = database.naming(ledger.name) else { return nil }
        let opened = try PostgresPlace(at: url, variables: LedgerTarget.variables, on: files)
            .open(.readWrite, environment: Surroundings.current.environment())
        let filter = try query.typed.understood(in: opened).filter
        return try opened.read { reader in
            var rows: [MessageRow] = []
            do {
                let filter = try reader.filter(MessageQuery(query.typed.text, readAs: filter))
                try reader.forEachMessage(matching: filter, order: .newestFirst, limit: limit) { row in
                    rows.append(row)
                    return true
                }
            } catch FilterResolutionError.unknownAccount, FilterResolutionError.unknownFolder {
                // An account or a folder of other ledgers: here nothing is in it.
            }
            return (rows, reader.position)
        }
    }

    // MARK: All answers

    /// Takes each ledger from the node that knows most of its log, this one before others, and the newest of all hits.
    private func merged(
        _ answers: [FleetSearchForm], of ledgers: FleetQuestions.Answers<FleetQuestions.Ledger>,
        _ unanswered: [FleetSearchForm.Unanswered]
    ) -> FleetSearchForm {
        var best: [String: FleetSearchForm.Searched] = [:]
        for searched in answers.flatMap(\.searched) where searched.position > best[searched.ledger]?.position ?? -1 {
            best[searched.ledger] = searched
        }
        var form = FleetSearchForm(ledgers: ledgers.rows.count + ledgers.unanswered.count)
        form.unanswered = unanswered
        form.notSearched = ledgers.unanswered.map { .init(ledger: $0.ledger, reason: $0.reason) }
        let faults = Dictionary(
            answers.flatMap(\.notSearched).compactMap { fault in fault.reason.map { (fault.ledger, $0) } },
            uniquingKeysWith: { first, _ in first })
        for ledger in ledgers.rows {
            if let searched = best[ledger.name] {
                form.searched.append(searched)
            } else {
                form.notSearched.append(.init(ledger: ledger.name, reason: faults[ledger.name]))
            }
        }
        let known = Set(ledgers.rows.map(\.name))
        form.hits = answers.flatMap(\.hits)
            .filter { known.contains($0.ledger) && best[$0.ledger]?.node == $0.node }
            .map { ($0, $0.time ?? Timestamp(microseconds: 0)) }
            .sorted { ($1.1, $0.0.ledger, $0.0.id) < ($0.1, $1.0.ledger, $1.0.id) }
            .prefix(limit).map(\.0)
        return form
    }
}

extension FleetSearchForm {
    /// An answer as that of the node that was asked, whatever it says of itself, and no longer than was asked for.
    fileprivate func seen(on node: String, limit: Int) -> FleetSearchForm {
        var form = self
        var counts: [String: Int] = [:]
        form.hits = hits.filter { hit in
            counts[hit.ledger, default: 0] += 1
            return hit.time != nil && counts[hit.ledger, default: 0] <= limit
        }
        for index in form.hits.indices { form.hits[index].node = node }
        for index in form.searched.indices { form.searched[index].node = node }
        return form
    }
}
