public import Domain
public import WireModels

/// An error in the form of the table of errors: a word for programs, an exit code, a sentence for people, and a hint.
///
/// ```swift
/// do { try ledger.perform(command) } catch { print(Refusal(describing: error).message) }
/// ```
public struct Refusal: Error, Hashable, Sendable {
    /// The fault: a sentence, or a field and the fault of its value.
    package enum Finding: Hashable, Sendable {
        case sentence(String)
        case field(String, reason: String)
    }

    public let code: APIErrorCode
    /// The exit status of a process that ends with it; those from 64 on are from sysexits(3).
    public let exitCode: Int32
    /// Names and texts that help to find the place.
    public private(set) var details: [String: String]
    /// The next step, as a fact: the program that shows the message words it.
    public let hint: Hint?
    private let finding: Finding
    /// The words of an outer error, around the cause and its hint.
    private var start = ""
    private var ending = ""

    package init(
        _ exitCode: Int32, _ code: APIErrorCode, _ sentence: String, _ details: [String: String] = [:],
        _ hint: Hint? = nil
    ) {
        self.init(exitCode, code, .sentence(sentence), details, hint)
    }

    package init(
        _ exitCode: Int32, _ code: APIErrorCode, _ finding: Finding, _ details: [String: String] = [:],
        _ hint: Hint? = nil
    ) {
        self.exitCode = exitCode
        self.code = code
        self.finding = finding
        self.details = details
        self.hint = hint
    }

    /// Looks an error up in the table; an error without an entry is a fault of the program or of the system.
    public init(describing error: any Error) {
        self = (error as? any Refusable)?.refusal ?? Refusal(1, .serverError, "\(error)")
    }

    /// The sentence, in words that any program may show.
    public var message: String { message(naming: DomainError.fault) { _ in "" } }

    /// The sentence with the caller's names of fields, followed by its words for the hint.
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

    /// The same refusal as the cause of another one, whose words surround it.
    package func within(_ start: String, _ ending: String, adding details: [String: String] = [:]) -> Refusal {
        var whole = self
        whole.start = start + whole.start
        whole.ending += ending
        whole.details.merge(details) { $1 }
        return whole
    }
}

/// An error with an entry in the table of errors.
public protocol Refusable: Error {
    var refusal: Refusal { get }
}

extension APIErrorResponse {
    /// Puts the reason for a refusal into the envelope of errors; an envelope stays as it is.
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
