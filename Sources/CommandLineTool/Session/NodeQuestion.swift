internal import Fleet
internal import JSONCoding
internal import MailLedger
internal import Processes

/// A search that another node is asked for, by `ssh` or by HTTP.
///
/// What comes back is bounded in size and time, and counts as the words of a stranger.
struct NodeQuestion {
    /// Why there is no answer.
    struct Fault: Error {
        let reason: String

        static let late = Fault(reason: "it gave no answer in time")
        static let long = Fault(reason: "its answer is too long")
        static let nonsense = Fault(reason: "what it wrote is not an answer to a search")
    }

    private let way: Way

    private enum Way {
        case ssh(AskedProgram?)
        case http(ServedSearch)
    }

    /// The most bytes of an answer.
    static let limit = 16 << 20

    /// Asks, and does not wait.
    ///
    /// - Parameters:
    ///   - query: It goes to standard input or into a body, so that no shell reads it and no list of processes shows it.
    ///   - ledgers: Those of the database.
    init(
        to node: FleetNode, _ query: String, _ limit: Int, _ database: LedgerURL, _ ledgers: [FleetQuestions.Ledger],
        within patience: Duration
    ) {
        switch node.way {
        case .http(let address, let tokenFile):
            way = .http(
                ServedSearch(
                    address, tokenFile: tokenFile, query, limit: limit, among: ledgers, on: node.name, within: patience)
            )
        case .ssh(let destination):
            // The database is named without a password: the node has its own.
            let words = [
                "mailledger", "fleet", "search", "--local", "--format", "json", "--limit", String(limit), "--ledger",
                database.description, "-",
            ]
            let line = words.map(HintWords.shellWord).joined(separator: " ")
            way = .ssh(
                AskedProgram(
                    ["ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=5", "--", destination, line],
                    question: Array(query.utf8)))
        }
    }

    /// Waits for the answers, each in the place of its question.
    static func answers(
        to questions: [NodeQuestion], within patience: Duration
    ) -> [Result<FleetSearchForm, Fault>] {
        var programs = AskedProgram.answers(of: questions.compactMap(\.program), within: patience, limit: limit)[...]
        return questions.map { question in
            switch question.way {
            case .http(let search): search.answer()
            case .ssh(nil): .failure(Fault(reason: "ssh cannot be started, or the query is too long"))
            case .ssh: programs.popFirst().map(read) ?? .failure(.late)
            }
        }
    }

    private var program: AskedProgram? {
        if case .ssh(let program) = way { program } else { nil }
    }

    private static func read(_ answer: AskedProgram.Answer) -> Result<FleetSearchForm, Fault> {
        guard let code = answer.exitCode else { return .failure(answer.output.count < limit ? .late : .long) }
        // With the exit code 5 something is left out, and named.
        guard code == 0 || code == 5 else {
            let words = String(decoding: answer.errors, as: UTF8.self).split(whereSeparator: \.isNewline).last
                .map { $0.prefix(200) }
            return .failure(Fault(reason: words.map { Sanitizer.line(String($0)) } ?? "its exit code is \(code)"))
        }
        guard let form = try? JSONBytesDecoder().decode(FleetSearchForm.self, from: answer.output) else {
            return .failure(.nonsense)
        }
        return .success(form)
    }
}
