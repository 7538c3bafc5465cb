internal import Access
internal import Dispatch
internal import EventLog
internal import Fleet
internal import HTTPAsking
internal import JSONCoding
internal import MailLedger
internal import Parallel
internal import Synchronization
internal import WireModels

/// A search that a node's `serve` is asked for over HTTP: in the one ledger that it serves.
///
/// A thread asks, and waits for the answer.
final class ServedSearch: Sendable {
    private typealias Fault = NodeQuestion.Fault

    private let result = Mutex<Result<FleetSearchForm, NodeQuestion.Fault>?>(nil)
    private let end = DispatchSemaphore(value: 0)

    /// Asks, and does not wait.
    ///
    /// - Parameter tokenFile: The path of a file that its owner alone can read; nil if none is named.
    init(
        _ address: HTTPAddress, tokenFile: String?, _ query: String, limit: Int,
        among ledgers: [FleetQuestions.Ledger], on node: String, within patience: Duration
    ) {
        let names = Dictionary(ledgers.map { ($0.id.description, $0.name) }) { first, _ in first }
        let deadline = ContinuousClock.now + patience
        do {
            let token = try Self.token(in: tokenFile)
            let isStarted = BlockingThread.start { [self] in
                let request = SearchRequest(address: address, token: token, deadline: deadline)
                result.withLock {
                    $0 = Result { () throws(Fault) in
                        try request.form(query, limit, names, node)
                    }
                }
                end.signal()
            }
            if !isStarted { finish(Fault(reason: "there is no thread that could ask it")) }
        } catch {
            finish(error as? Fault ?? Fault(reason: Failure(error).message))
        }
    }

    private func finish(_ fault: Fault) {
        result.withLock { $0 = .failure(fault) }
        end.signal()
    }

    /// Waits for the answer.
    func answer() -> Result<FleetSearchForm, NodeQuestion.Fault> {
        end.wait()
        return result.withLock { $0 } ?? .failure(.late)
    }

    private static func token(in path: String?) throws -> TokenText {
        guard let path else { throw Fault(reason: "fleet.node.NAME.token_file names no file with a token") }
        let home = path.hasPrefix("~/") ? Surroundings.current.variable("HOME") ?? "" : ""
        let line = try SecretFile.firstLine(of: home + path.drop { $0 == "~" }, limit: 256)
        guard let token = TokenText(shown: String(decoding: line, as: UTF8.self)) else {
            throw Fault(reason: "the first line of its token_file is not a token")
        }
        return token
    }
}

/// One search, asked page by page.
private struct SearchRequest {
    let address: HTTPAddress
    let token: TokenText
    let deadline: ContinuousClock.Instant

    /// The most rows that a request lists.
    private static let page = 1_000

    private struct Request: Encodable {
        let query = "list-messages"
        let parameters: Parameters

        struct Parameters: Encodable {
            let filter: String?
            let limit: Int
            let offset: Int
        }
    }

    private struct Envelope: Decodable {
        let position: Int64
        let answer: [ServedMessage]
    }

    func form(
        _ query: String, _ limit: Int, _ names: [String: String], _ node: String
    ) throws(NodeQuestion.Fault) -> FleetSearchForm {
        var form = FleetSearchForm(ledgers: 1)
        while true {
            let count = min(Self.page, limit - form.hits.count)
            guard let (envelope, id) = try ask(query, limit: count, offset: form.hits.count) else {
                // An account or a folder of other ledgers: here nothing is in it.
                guard let (empty, id) = try ask(nil, limit: 0, offset: 0) else { throw .nonsense }
                form.searched = [.init(ledger: try name(of: id, names), node: node, position: empty.position)]
                return form
            }
            let ledger = try name(of: id, names)
            form.hits += envelope.answer.map { .init($0, of: ledger, on: node) }
            // Of several pages the first says up to where the ledger is known for sure.
            if form.searched.isEmpty {
                form.searched = [.init(ledger: ledger, node: node, position: envelope.position)]
            }
            if envelope.answer.count < count || form.hits.count >= limit { return form }
        }
    }

    private func name(of id: String?, _ names: [String: String]) throws(NodeQuestion.Fault) -> String {
        guard let id else {
            throw .init(reason: "it does not say which ledger it serves, or its token is for some accounts alone")
        }
        guard let name = names[id] else { throw .init(reason: "it serves a ledger that is not in this database") }
        return name
    }

    /// Returns an answer, and the id of the ledger; nil if something that the query names is not there.
    private func ask(
        _ filter: String?, limit: Int, offset: Int
    ) throws(NodeQuestion.Fault) -> (envelope: Envelope, id: String?)? {
        let request = Request(parameters: .init(filter: filter, limit: limit, offset: offset))
        let answer: HTTPQuestion.Answer
        do throws(HTTPQuestion.Fault) {
            guard let body = try? JSONBytesEncoder().encode(request) else { throw .unreachable("no question") }
            answer = try HTTPQuestion(to: address, "/v1/requests", token: token.text, body)
                .answer(within: deadline - .now, limit: NodeQuestion.limit)
        } catch {
            switch error {
            case .late: throw .late
            case .long: throw .long
            case .unreachable(let reason): throw .init(reason: reason)
            }
        }
        guard answer.status == 200 else {
            if answer.status == 404, isOfServe(answer) { return nil }
            throw .init(reason: Self.reason(of: answer.status))
        }
        guard let envelope = try? JSONBytesDecoder().decode(Envelope.self, from: answer.body) else { throw .nonsense }
        return (envelope, answer.fields["ledger-id"])
    }

    /// Whether an error is that of a `serve`, not of another server at the address.
    private func isOfServe(_ answer: HTTPQuestion.Answer) -> Bool {
        (try? JSONBytesDecoder().decode(APIErrorResponse.self, from: answer.body))?.code
            == APIErrorCode.notFound.rawValue
    }

    // What a stranger says could repeat the token, so the words are ours.
    private static func reason(of status: Int) -> String {
        switch status {
        case 400: "it does not understand the query"
        case 401: "it does not take the token"
        case 403: "its token lacks a right that the query needs"
        case 429, 503: "it has too much to do"
        default: "it answered with the status \(status)"
        }
    }
}
