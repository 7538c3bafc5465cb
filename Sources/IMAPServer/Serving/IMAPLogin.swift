package import MailLedger

/// How a client is known.
package enum IMAPLogin {
    /// The carrier knows it already.
    case known(IMAPOptions)
    /// It says who it is: a name and a secret, on a way that may carry secrets.
    case asked((_ name: [UInt8], _ secret: [UInt8], _ ledger: Ledger) -> Outcome)
    /// The way is open to all: nobody may send a secret over it.
    case refused

    package enum Outcome {
        case known(IMAPOptions)
        /// A wrong proof, with one line for the client; after the last one it is sent away.
        case wrong(String, isLast: Bool = false)
        /// The proof is right and gives no session here; a response code without its brackets, and one line.
        case refused(code: String, String)
    }
}
