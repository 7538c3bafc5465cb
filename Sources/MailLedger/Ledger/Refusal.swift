public import Domain
public import WireModels

/// An error as the table has it: a word for programs, an exit code, a sentence for people, and what to do next.
///
/// ```swift
/// do { try ledger.perform(command) } catch { print(Refusal(describing: error).message) }
/// ```
public struct Refusal: Error, Hashable, Sendable {
    /// What is wrong: a sentence, or a field and the fault of its value.
    enum Finding: Hashable, Sendable {
        case sentence(String)
        case field(String, reason: String)
    }

    public let code: APIErrorCode
    /// The status of a process that ends by it; those from 64 on are of sysexits(3).
    public let exitCode: Int32
    /// Names and texts that lead to the place.
    public private(set) var details: [String: String]
    /// What to do next, as a fact: whoever shows the message has the words.
    public let hint: Hint?
    private let finding: Finding
    /// What an error says that another one caused, around the cause and its hint.
    private var start = ""
    private var ending = ""

    init(
        _ exitCode: Int32, _ code: APIErrorCode, _ sentence: String, _ details: [String: String] = [:],
        _ hint: Hint? = nil
    ) {
        self.init(exitCode, code, .sentence(sentence), details, hint)
    }

    init(
        _ exitCode: Int32, _ code: APIErrorCode, _ finding: Finding, _ details: [String: String] = [:],
        _ hint: Hint? = nil
    ) {
        self.exitCode = exitCode
        self.code = code
        self.finding = finding
        self.details = details
        self.hint = hint
    }

    /// Makes a row of the table for an error that only one program has.
    package init(
        exitCode: Int32, code: APIErrorCode, message: String, details: [String: String] = [:]
    ) {
        self.init(exitCode, code, message, details)
    }

    /// Looks an error up in the table; one that is not there is a fault of the program or of the system.
    public init(describing error: any Error) {
        self = (error as? any Refusable)?.refusal ?? Refusal(1, .serverError, "\(error)")
    }

    /// The sentence, in words that any program may show.
    public var message: String { message(naming: DomainError.fault) { _ in "" } }

    /// Words the sentence with the caller's names of fields, and with its words for the hint, which follow what is wrong.
    package func message(
        naming field: (_ field: String, _ reason: String) -> String, hinting words: (Hint) -> String
    ) -> String {
        let fault =
            switch finding {
            case .sentence(let sentence): sentence
            case .field(let name, let reason): field(name, reason)
            }
        return start + fault + (hint.map(words) ?? "") + ending
    }

    /// The same refusal as the cause of another one, whose words are around it.
    func within(_ start: String, _ ending: String, adding details: [String: String] = [:]) -> Refusal {
        var whole = self
        whole.start = start + whole.start
        whole.ending += ending
        whole.details.merge(details) { $1 }
        return whole
    }
}

/// An error that the table of errors has.
public protocol Refusable: Error {
    var refusal: Refusal { get }
}

extension APIErrorResponse {
    /// Says in the envelope of errors why a ledger did not do something; an envelope stays as it is.
    public init(describing error: any Error) {
        if let error = error as? APIErrorResponse {
            self = error
            return
        }
        let refusal = Refusal(describing: error)
        self.init(
            code: refusal.code, message: refusal.message, details: refusal.details.isEmpty ? nil : refusal.details)
    }
}
