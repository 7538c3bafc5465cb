internal import Domain
internal import EventLog
internal import Projections

/// A command that is answered with NO or BAD.
struct NoAnswer: Error {
    let words: String
    /// A response code without its brackets (RFC 9051 section 7.1).
    var code: String?
    var isBad = false

    init(_ words: String, code: String? = nil, isBad: Bool = false) {
        self.words = words
        self.code = code
        self.isBad = isBad
    }

    static func held(by holds: [String]) -> NoAnswer {
        let names = holds.map { "\"\($0)\"" }.joined(separator: ", ")
        return NoAnswer("Some messages are held by \(names)", code: "NOPERM")
    }

    /// The answer to an error of the ledger.
    init(_ error: any Error) {
        // One line, whatever it says.
        let line = "\(error)".unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : String($0) }.joined()
        if error is BeyondReach {
            self.init("This session does not reach that", code: "NOPERM")
            return
        }
        if error is BeyondUIDs {
            self.init(line, code: "LIMIT")
            return
        }
        if error is LargeMessagesBusy {
            self.init("Other large messages are being read", code: "INUSE")
            return
        }
        switch error as? EventLogError {
        case .movedAway, .readOnly:
            self.init("The ledger takes no changes here", code: "NOPERM")
            return
        default: break
        }
        if let error = error as? ValueError {
            let isName = error.field == "folder_name"
            self.init(isName ? "A level of the mailbox's name \(error.reason.rawValue)" : line, code: "CANNOT")
            return
        }
        guard let error = error as? DomainError else {
            // What failed may name files and tables, which are no client's business.
            self.init("The server could not do that now", code: "UNAVAILABLE")
            return
        }
        self.init(line, code: Self.code(of: error))
    }

    private static func code(of error: DomainError) -> String? {
        switch error {
        case .notFound, .deleted, .erased: "NONEXISTENT"
        case .alreadyExists: "ALREADYEXISTS"
        case .forbidden, .blocked: "NOPERM"
        case .conflict, .invalid: "CANNOT"
        case .ambiguous: nil
        }
    }

    /// What stands behind the tag.
    var text: String { "\(isBad ? "BAD" : "NO") \(code.map { "[\($0)] " } ?? "")\(words)" }
}
