package import MailLedger

/// How a client is known.
package enum IMAPLogin {
    /// The carrier knows it already.
    case known(Ledger, IMAPOptions)
    /// It says who it is: a name and a secret, on a way that may carry secrets.
    case asked((_ name: [UInt8], _ secret: [UInt8]) -> Outcome)
    /// The way is open to all: nobody may send a secret over it.
    case refused

    package enum Outcome {
        case known(Ledger, IMAPOptions)
        /// One line for the client.
        case wrong(String)
    }
}
