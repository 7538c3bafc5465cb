public import Content
public import DiskFiles
public import Domain
public import EventLog
public import ImportExport
public import LedgerCare
public import LedgerContexts
public import LedgerKernel
public import Mailboxes
public import Projections
public import QueryLanguage
public import SQLiteDatabase
internal import WireModels

// The table of errors: for each the exit code, the word for programs, the sentence, details, and what to do next.

// MARK: What was asked for

extension DomainError: Refusable {
    public var refusal: Refusal {
        switch self {
        case .notFound(let kind, let name, _, let similar, let given):
            let hint: Hint? =
                switch kind {
                case _ where given != nil: given
                case "folder" where similar.isEmpty: .listFolders
                case "profile" where !name.isEmpty: .makeProfile
                case _ where similar.isEmpty && !name.isEmpty: .list(kind: kind)
                default: nil
                }
            return Refusal(3, .notFound, description, ["kind": kind, "name": name], hint)
        case .deleted(let kind, let name):
            return Refusal(3, .notFound, description, ["kind": kind, "name": name], .undelete(name))
        case .erased(let kind, let name):
            return Refusal(3, .notFound, description, ["kind": kind, "name": name], .readHistory(of: name))
        case .ambiguous(let kind, let name, _):
            let hint: Hint =
                switch kind {
                case "folder": .nameAccount(ofFolder: name)
                case "note", "action": .giveID
                default: .narrow
                }
            return Refusal(3, .notFound, description, ["kind": kind, "name": name], hint)
        case .alreadyExists(let kind, let name):
            return Refusal(
                4, .alreadyExists, "the \(kind) \"\(name)\" is there already", ["kind": kind, "name": name])
        case .conflict(_, let hint): return Refusal(4, .conflict, description, [:], hint)
        case .blocked(_, let blockers, let hint):
            return Refusal(
                4, .conflict, description, ["blockers": blockers.joined(separator: "\n")], hint)
        case .invalid(let field, let reason, let hint):
            return Refusal(2, .code(ofFault: reason), .field(field, reason: reason), ["field": field], hint)
        case .forbidden(_, let hint): return Refusal(4, .forbidden, description, [:], hint)
        }
    }
}

extension APIErrorCode {
    /// The word for a fault of a field: a required one that is missing has a word of its own.
    fileprivate static func code(ofFault reason: String) -> APIErrorCode {
        reason == ValueError.Reason.isMissing.rawValue ? .missingField : .validationError
    }
}

extension VersionConflict: Refusable {
    public var refusal: Refusal {
        Refusal(
            4, .conflict, description,
            ["kind": kind, "id": id, "version": String(version), "expected_version": String(expected)], .readChanges)
    }
}

extension ValueError: Refusable {
    public var refusal: Refusal {
        // The right place of a secret is the first thing that its owner wants to know.
        let hint: Hint? =
            reason == .holdsSecret ? .referToSecret : field == "credential_ref" ? .nameKindOfReference : nil
        return Refusal(
            2, .code(ofFault: reason.rawValue), .field(field, reason: reason.rawValue), ["field": field], hint)
    }
}

extension DecodingError: Refusable {
    public var refusal: Refusal {
        let response = APIErrorResponse(self)
        return Refusal(2, response.knownCode ?? .invalidInput, response.message, response.details ?? [:])
    }
}

extension QueryError: Refusable {
    public var refusal: Refusal {
        Refusal(
            2, .invalidInput, description,
            ["query": query, "offset": String(range.lowerBound), "length": String(range.count)],
            advice)
    }
}

extension FilterResolutionError: Refusable {
    public var refusal: Refusal {
        switch self {
        case .unknownFolder(_, let similar):
            Refusal(3, .notFound, description, [:], similar.isEmpty ? .listFolders : nil)
        case .unknownAccount: Refusal(3, .notFound, description, [:], .list(kind: "account"))
        case .unknownAnswer: Refusal(3, .notFound, description, [:], .list(kind: "answer"))
        case .ambiguousAccount, .unknownMessage, .ambiguousMessage, .ambiguousWord,
            .unknownThread, .ambiguousThread, .ambiguousAnswer:
            Refusal(3, .notFound, description)
        case .deletedMessage(let id): DomainError.deleted(kind: "message", name: id).refusal
        case .deletedNamed: Refusal(2, .invalidInput, description, [:], .bringBack)
        case .unsearchableText, .nestedTooDeeply, .erasedWithMore: Refusal(2, .invalidInput, description)
        }
    }
}

extension MomentError: Refusable {
    public var refusal: Refusal { Refusal(2, .invalidInput, description) }
}

extension RepositoryError: Refusable {
    public var refusal: Refusal {
        underlyingError.map(Refusal.init(describing:)) ?? Refusal(3, .notFound, description)
    }
}

extension ClassificationFault: Refusable {
    public var refusal: Refusal {
        Refusal(describing: error).within(start, ending, adding: ["line": String(line)])
    }
}

// MARK: The ledger and its log

extension EventLogError: Refusable {
    public var refusal: Refusal {
        switch self {
        case .conflict: Refusal(4, .conflict, description, [:], .tryAgain)
        case .busy(let holder):
            Refusal(
                75, .serviceUnavailable, "the ledger is in use\(holder.map { " by " + Self.oneLine($0) } ?? "")", [:],
                .tryAgainLater)
        case .notALedger(let path): Refusal(1, .notFound, description, ["path": path], .makeLedger)
        case .alreadyExists(let path): Refusal(4, .alreadyExists, description, ["path": path])
        case .newerFormat: Refusal(1, .serverError, description, [:], .useNewerProgram)
        case .olderFormat: Refusal(1, .serverError, description, [:], .transferEvents)
        case .unknownType, .undecodable, .projectionFailed: Refusal(1, .serverError, description, [:], .examine)
        case .corrupt: Refusal(6, .serverError, description, [:], .examine)
        case .markedDamaged: Refusal(6, .serverError, description, [:], .verify)
        case .readOnly: Refusal(74, .forbidden, description)
        case .movedAway(let path, let place):
            Refusal(4, .forbidden, description, ["path": path, "place": place])
        case .unconfirmed(let operation):
            Refusal(
                7, .timeout, description, ["operation": operation.description],
                .lookUp(operation: operation.description))
        case .unreachable(let place, _): Refusal(69, .networkError, description, ["path": place], .checkServer)
        case .otherLog(let position):
            Refusal(4, .conflict, description, ["position": position.rawValue.description])
        case .cancelled: Refusal(130, .interrupted, "stopped; nothing has changed")
        }
    }

    /// A command line of another process may be a whole script.
    private static func oneLine(_ holder: String) -> String {
        let line = holder.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 120 ? line.prefix(119) + "…)" : line
    }
}

extension BeyondReach: Refusable {
    package var refusal: Refusal {
        Refusal(4, .insufficientPermissions, "this needs a token for all accounts, or for the account that it is about")
    }
}

extension FullTextWithheld: Refusable {
    package var refusal: Refusal { Refusal(4, .insufficientPermissions, description) }
}

extension ContextError: Refusable {
    public var refusal: Refusal { Refusal(1, .serverError, description) }
}

extension LedgerError: Refusable {
    public var refusal: Refusal {
        switch self {
        case .networkFileSystem(let path), .writableByOthers(let path):
            Refusal(1, .forbidden, description, ["path": path])
        case .notAFolder(let path): Refusal(1, .notFound, description, ["path": path])
        case .io(let path, let reason):
            Refusal(
                74, .serverError, description, ["path": path],
                reason == SystemCode.noAccess.words ? .nameWritablePlace : nil)
        case .unreadable(let path, _), .ownedByAnother(let path, _):
            Refusal(74, .forbidden, description, ["path": path])
        case .isBackup(let path): Refusal(1, .notFound, description, ["path": path], .restoreBackup)
        case .logGone(let path): Refusal(6, .serverError, description, ["path": path], .restoreBackup)
        case .directoryNotEmpty(let path), .unfinished(let path):
            Refusal(4, .conflict, description, ["path": path])
        case .noPlace, .noPlaceForCaches: Refusal(2, .invalidInput, description)
        case .orphanedRows: Refusal(6, .serverError, description)
        case .insideUnitOfWork, .inThePast: Refusal(4, .conflict, description)
        }
    }
}

extension UnmergedJournal: Refusable {
    public var refusal: Refusal { Refusal(74, .forbidden, description, ["path": path]) }
}

extension LogFault: Refusable {
    public var refusal: Refusal { Refusal(6, .serverError, "the log is damaged: \(self)", [:], .examine) }
}

extension CursorError: Refusable {
    public var refusal: Refusal {
        switch self {
        case .inUse(let name): Refusal(75, .serviceUnavailable, description, ["cursor": name], .tryAgainLater)
        case .ahead(let name, _, let end):
            Refusal(4, .conflict, description, ["cursor": name], .forgetCursorAhead(ofLogUpTo: end.rawValue))
        case .otherLedger(let name), .otherLog(let name, _):
            Refusal(4, .conflict, description, ["cursor": name], .forgetCursor)
        case .damaged(let name): Refusal(6, .serverError, description, ["cursor": name], .forgetCursor)
        }
    }
}

// MARK: Erasures, keys and proofs

extension UnfinishedErasure: Refusable {
    public var refusal: Refusal {
        let isStopped = if case EventLogError.cancelled = cause { true } else { false }
        let reason = isStopped ? Refusal(130, .interrupted, "stopped") : Refusal(describing: cause)
        return reason.within(
            "the log is blank, and what was erased is gone from it; the rest of the erasure is yet to be done"
                + " (\(remaining.names.joined(separator: ", "))): ", ". The next command goes on")
    }
}

extension ErasureKeyFault: Refusable {
    public var refusal: Refusal { Refusal(1, .notFound, description, ["path": path], .restoreErasureKey) }
}

extension SigningKeyError: Refusable {
    public var refusal: Refusal {
        switch self {
        case .missing, .foreign, .damaged: Refusal(1, .notFound, description, [:], .restoreSigningKey)
        case .locked(let path): Refusal(1, .unauthorized, description, ["path": path], .unlockSigningKey)
        case .unprotected(let path): Refusal(1, .unauthorized, description, ["path": path], .givePassphrase)
        case .wrongPassphrase(let path):
            Refusal(1, .invalidCredentials, "\(self); nothing was signed", ["path": path])
        }
    }
}

extension WitnessFault: Refusable {
    public var refusal: Refusal {
        let hint: Hint? = if case .keyNotEndorsed = self { .takeOverKey } else { nil }
        return Refusal(6, .verificationFailed, description, [:], hint)
    }
}

extension ProofFault: Refusable {
    public var refusal: Refusal { Refusal(6, .verificationFailed, "this proves nothing: \(self)") }
}

// MARK: Copies of a ledger, and mail from elsewhere

extension RefusedLine: Refusable {
    public var refusal: Refusal {
        let (exitCode, code): (Int32, APIErrorCode) =
            switch kind {
            case .malformed: (2, .invalidInput)
            case .invalid: (2, .validationError)
            case .tampered: (6, .serverError)
            case .conflicting: (4, .conflict)
            case .unknown: (1, .serverError)
            }
        return Refusal(exitCode, code, fault, ["path": path, "line": String(line)], hint).within("", Self.ending)
    }
}

extension BackupError: Refusable {
    public var refusal: Refusal {
        switch self {
        case .notEmpty(let path): Refusal(4, .conflict, description, ["path": path], .nameNewFolder)
        case .notABackup(let path): Refusal(1, .notFound, description, ["path": path], .makeBackup)
        case .incomplete(let path): Refusal(4, .conflict, description, ["path": path], .goOn)
        case .newer(let path, _): Refusal(1, .serverError, description, ["path": path], .useNewerProgram)
        case .inUse(let path): Refusal(75, .serviceUnavailable, description, ["path": path], .tryAgainLater)
        case .otherLedger(let path, _): Refusal(4, .conflict, description, ["path": path], .nameOtherFolder)
        case .diverged(let path, _):
            Refusal(6, .serverError, "\(self): one of the two was cut or changed", ["path": path], .separate)
        case .damaged(let path, _): Refusal(6, .serverError, description, ["path": path], .restoreOtherBackup)
        case .unsound(let path, _): Refusal(6, .serverError, description, ["path": path], .backUpElsewhere)
        }
    }
}

extension SyncError: Refusable {
    public var refusal: Refusal {
        switch self {
        case .locked(let path): Refusal(75, .serviceUnavailable, description, ["path": path], .tryAgainLater)
        case .noMaildir(let path): Refusal(2, .validationError, description, ["path": path])
        case .mailbox(let error): error.refusal(leaving: "the sync went no further")
        }
    }
}

extension ImportCutShort: Refusable {
    public var refusal: Refusal {
        // The hint about a lost server says that nothing has changed.
        let refusal = isLossOfServer ? Refusal(69, .networkError, "\(cause)") : Refusal(describing: cause)
        let moment =
            isLossOfServer ? " when the server answers" : FullDisk.isBehind(cause) ? " when there is room" : ""
        // A damaged ledger takes nothing before it is mended.
        let next = refusal.exitCode == 6 ? "" : ", and the same command goes on behind it\(moment)"
        return refusal.within("", "; a part is recorded\(next)")
    }
}

extension MailboxError: Refusable {
    // An unreadable file is the system's fault; a readable file that is no mail is the caller's.
    public var refusal: Refusal { refusal(leaving: "nothing was imported") }

    /// Returns the refusal with the state in which it leaves the work that met it.
    fileprivate func refusal(leaving state: String) -> Refusal {
        guard case .refused(let file) = self else {
            return Refusal(74, .serverError, description, [:], skipped?.reason == .leadsOut ? .followLinks : nil)
        }
        switch file.reason {
        case .unreadable: return Refusal(74, .serverError, description, ["path": file.path])
        case .leadsOut:
            return Refusal(2, .validationError, description, ["path": file.path], .followLinks)
                .within("", "; \(state)")
        default:
            return Refusal(
                2, .validationError, "\(self); \(state)", ["path": file.path],
                file.reason == .notRegular(.pipe) ? .readStandardInput : nil)
        }
    }
}

// MARK: Storage

extension ContentError: Refusable {
    public var refusal: Refusal {
        switch self {
        case .busy: Refusal(75, .serviceUnavailable, description, [:], .tryAgainLater)
        case .missing, .corrupt: Refusal(6, .serverError, description, [:], .restoreBackup)
        case .lost: Refusal(6, .serverError, description)
        case .engine where isDamage: Refusal(6, .serverError, description, [:], .findDamage)
        case .engine where isUnreachable: Refusal(69, .networkError, description, [:], .checkServer)
        case .full: Refusal(74, .serverError, "the disk is full")
        case .sourceChanged, .notAFile, .notWritable, .notAStore, .unsupportedFormat, .system, .engine:
            Refusal(74, .serverError, description)
        }
    }
}

extension FileError: Refusable {
    public var refusal: Refusal { LedgerError.io(path: path, reason: reason).refusal }
}

extension WriteFailure: Refusable {
    package var refusal: Refusal { LedgerError.io(path: path, reason: reason).refusal }
}

// SQLite's own errors come so far only where no layer between could say more.
extension SQLiteError: Refusable {
    public var refusal: Refusal {
        switch StorageCondition(self) {
        case .busy: Refusal(75, .serviceUnavailable, "the ledger is in use; try again")
        case .readOnly: Refusal(74, .forbidden, "the ledger is read-only")
        case .inputOutput(let reason): Refusal(74, .serverError, reason)
        case .damagedReadModel:
            Refusal(1, .serverError, "the views or the search index are damaged", [:], .rebuild)
        case .other(let reason): Refusal(1, .serverError, reason)
        case nil: Refusal(1, .serverError, "\(self)")
        }
    }
}
