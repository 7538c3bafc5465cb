internal import Fleet
internal import JSONCoding
internal import MailLedger
internal import Processes

/// A search that another node is asked for by `ssh`.
///
/// The query goes to its standard input, so that no shell reads it and no list of processes shows it. What comes back is
/// bounded in size and time, and counts as the words of a stranger.
struct NodeQuestion {
    /// Why there is no answer.
    struct Fault: Error {
        let reason: String
    }

    private let program: AskedProgram?

    /// The most bytes of an answer.
    private static let limit = 16 << 20

    /// Asks, and does not wait.
    init(to node: FleetNode, _ query: String, _ limit: Int, _ database: LedgerURL) {
        // The database is named without a password: the node has its own.
        let words = [
            "mailledger", "fleet", "search", "--local", "--format", "json", "--limit", String(limit), "--ledger",
            database.description, "-",
        ]
        program = AskedProgram(
            [
                "ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=5", "--", node.destination,
                words.map(HintWords.shellWord).joined(separator: " "),
            ], question: Array(query.utf8))
    }

    /// Waits for the answers, each in the place of its question.
    static func answers(
        to questions: [NodeQuestion], within patience: Duration
    ) -> [Result<FleetSearchForm, Fault>] {
        var answers = AskedProgram.answers(of: questions.compactMap(\.program), within: patience, limit: limit)[...]
        return questions.map { question in
            guard question.program != nil, let answer = answers.popFirst() else {
                return .failure(Fault(reason: "ssh cannot be started, or the query is too long"))
            }
            return read(answer)
        }
    }

    private static func read(_ answer: AskedProgram.Answer) -> Result<FleetSearchForm, Fault> {
        guard let code = answer.exitCode else {
            return .failure(
                Fault(reason: answer.output.count < limit ? "it gave no answer in time" : "its answer is too long"))
        }
        // With the exit code 5 something is left out, and named.
        guard code == 0 || code == 5 else {
            let words = String(decoding: answer.errors, as: UTF8.self).split(whereSeparator: \.isNewline).last
                .map { $0.prefix(200) }
            return .failure(Fault(reason: words.map { Sanitizer.line(String($0)) } ?? "its exit code is \(code)"))
        }
        guard let form = try? JSONBytesDecoder().decode(FleetSearchForm.self, from: answer.output) else {
            return .failure(Fault(reason: "what it wrote is no answer to a search"))
        }
        return .success(form)
    }
}
