internal import DiskFiles
internal import SQLiteDatabase

/// The meaning of a storage error for a caller who knows nothing of SQLite.
public enum StorageCondition: Sendable, Hashable {
    /// Another process holds the lock.
    case busy
    case readOnly
    /// The disk is full, or a file cannot be read or written.
    case inputOutput(String)
    /// A read model is damaged: the log and the content store have errors of their own for that.
    case damagedReadModel
    case other(String)

    /// Nil when the error is none of the storage's.
    public init?(_ error: any Error) {
        guard let error = error as? SQLiteError else { return nil }
        if error.isBusy {
            self = .busy
        } else if error.isReadOnly {
            self = .readOnly
        } else if error.isFull {
            self = .inputOutput("the disk is full")
        } else if error.isCannotOpen {
            self = .inputOutput("a file of the ledger cannot be opened" + Self.reason(error))
        } else if error.isInputOutput {
            self = .inputOutput(Self.words(forInputOutput: error.extendedCode) + Self.reason(error))
        } else if error.isOfSystem {
            self = .inputOutput(
                error.isOutOfMemory ? "there is not enough memory" : "a file of the ledger cannot be locked")
        } else if error.isCorrupt {
            self = .damagedReadModel
        } else {
            // Never the statement: a person did not write it.
            self = .other("the storage failed: \(error.message)")
        }
    }

    // In the system's words, strerror(3).
    private static func reason(_ error: SQLiteError) -> String {
        switch error.systemCode {
        case 0: ""
        case let code: ": " + SystemCode(code).words
        }
    }

    // Extended codes by their numbers (sqlite.org/rescode.html): a write that fails so has mostly found no space.
    private static func words(forInputOutput code: Int32) -> String {
        switch code >> 8 {
        case 3, 18, 19: "a file of the ledger cannot be written"
        case 4: "a file of the ledger cannot be brought to the disk"
        default: "a file of the ledger cannot be read or written"
        }
    }
}
