internal import EventLog
internal import MailLedger
internal import WireModels

/// A verb did what it could, and that was not all.
struct Shortfall: Error {
    let exitCode: Int32
    let code: APIErrorCode
    let message: String

    /// Something was left out; each item has been named.
    static func partial(_ message: String) -> Shortfall {
        Shortfall(exitCode: 5, code: .partial, message: message)
    }

    /// A query that was to change, erase or export something found nothing.
    ///
    /// - Parameter words: What was typed; a short beginning of an id was read as a word.
    static func foundNothing(by words: [String]) -> Shortfall {
        let digits = words.count == 1 ? words[0].lowercased() : ""
        let isLikeID = (4..<7).contains(digits.count) && digits.allSatisfy(\.isHexDigit)
        return Shortfall(
            exitCode: 3, code: .notFound,
            message: isLikeID
                ? "no message has the word \"\(digits)\"; id:\(digits) is the message whose id begins so"
                : "no message matches the query; nothing was done")
    }

    /// A person's address was to be erased, and no mail has it.
    static func foundNothing(withAddress address: String) -> Shortfall {
        Shortfall(
            exitCode: 3, code: .notFound, message: "no message has the address \(address); nothing was done")
    }

    /// A dry run of what would be refused; it has said why.
    static let refused = Shortfall(exitCode: 4, code: .conflict, message: "nothing would be undone")

    /// A query that was to bring messages back found live ones only.
    static func foundNothingDeleted(live: Int) -> Shortfall {
        let found = Counted.of(live, "message matches, and it is not deleted", "messages match, and none is deleted")
        return Shortfall(exitCode: 3, code: .notFound, message: "\(found); nothing was done")
    }

    /// Somebody pressed Ctrl-C: 128 and the number of the signal, as shells count.
    static func interrupted(_ message: String) -> Shortfall {
        Shortfall(exitCode: 130, code: .interrupted, message: message)
    }

    /// The log is blank, and something that was built of it before is in use yet.
    static func unfinishedErasure(_ steps: ErasureSteps) -> Shortfall {
        partial(
            "the log is erased, but another process, such as a mail reader or 'serve', still has open what was made of it"
                + " before (\(steps.names.joined(separator: ", "))). End that process; the next command here removes the rest"
        )
    }

    /// An erasure was interrupted, and the views that it has yet to rebuild cannot be compared.
    static func interruptedErasure(_ steps: ErasureSteps) -> Shortfall {
        partial(
            "an erasure has not come to its end, and the views were not compared: \(steps.names.joined(separator: ", "))"
                + " are still those of before. The next command that may write goes on, such as 'mailledger folders'")
    }

    /// Something does not hold.
    static func unverified(_ message: String) -> Shortfall {
        Shortfall(exitCode: 6, code: .verificationFailed, message: message)
    }
}
