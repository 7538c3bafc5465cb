import Content
import Cryptography
import EventLog
import Mail
import Projections
import SQLiteDatabase
import TestSupport
import Testing
import WireModels

@testable import CommandLineTool
@testable import LedgerKernel
@testable import MailLedger
@testable import QueryLanguage

/// One error for each row of the table of errors, as the library and the tool have it.
@Suite struct `The table of errors` {
    private static let path = "/a"

    private static var library: [any Error] {
        let digest = SHA256Hasher.digest(of: [1])
        let asked: [any Error] = [
            DomainError.notFound(kind: "folder", name: "A"), DomainError.notFound(kind: "profile", name: "A"),
            DomainError.erased(kind: "message", name: "1"), DomainError.ambiguous(kind: "folder", name: "A", count: 2),
            DomainError.ambiguous(kind: "note", name: "A", count: 2),
            DomainError.ambiguous(kind: "message", name: "1", count: 2),
            DomainError.alreadyExists(kind: "folder", name: "A"), DomainError.conflict("no"),
            DomainError.blocked("no", by: ["a"]), DomainError.invalid(field: "sort_order", reason: "is b"),
            DomainError.forbidden("no"), BeyondReach(), FullTextWithheld(cause: BeyondReach()),
            ValueError(field: "host", reason: .holdsSecret),
            ValueError(field: "credential_ref", reason: .isMalformed), FilterResolutionError.unknownAccount("a"),
            FilterResolutionError.nestedTooDeeply, MomentError.malformed("x", reason: "no"),
            QueryError(query: "is:", message: "no", hint: nil, range: 0..<2),
            DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no")),
            DecodingError.valueNotFound(String.self, .init(codingPath: [], debugDescription: "no")),
        ]
        let log: [EventLogError] = [
            .conflict(expected: "1", actual: "2"), .busy(holder: "cat"), .notALedger(path: path),
            .alreadyExists(path: path), .newerFormat(9), .olderFormat(0), .corrupt("no"), .markedDamaged("no"),
            .undecodable(EventType("a.b", schema: 1), at: Position(2), reason: "no"), .readOnly(path: path), .cancelled,
        ]
        let ledger: [LedgerError] = [
            .networkFileSystem(path: path), .io(path: path, reason: "Permission denied"),
            .writableByOthers(path: path), .ownedByAnother(path: path, advice: "no"),
            .unreadable(path: path, reason: "no"), .notAFolder(path: path), .directoryNotEmpty(path: path), .noPlace,
            .insideUnitOfWork, .inThePast(Position(3)), .orphanedRows(3),
        ]
        let keys: [any Error] = [
            ErasureKeyFault(path: path, kind: .missing), SigningKeyError.missing(path: path),
            SigningKeyError.locked(path: path), SigningKeyError.unprotected(path: path),
            SigningKeyError.wrongPassphrase(path: path), WitnessFault.keyNotEndorsed(path: path),
            WitnessFault.damaged(path: path), CursorError.inUse(name: "c"), CursorError.otherLedger(name: "c"),
            CursorError.damaged(name: "c"), CursorError.ahead(name: "c", at: Position(3), end: Position(2)),
            SyncError.locked(path: path), SyncError.noMaildir(path: path),
        ]
        let backups: [BackupError] = [
            .notEmpty(path: path), .notABackup(path: path), .incomplete(path: path), .newer(path: path, version: 2),
            .inUse(path: path), .diverged(path: path, at: Position(5)), .damaged(path: path, reason: "no"),
            .unsound(path: path, reason: "no"),
        ]
        let contents: [ContentError] = [
            .missing(digest), .busy, .full, .notAFile, .engine(EngineFailure(.damage, message: "no")),
        ]
        let lines = [RefusedLine.Kind.malformed, .invalid, .tampered, .conflicting, .unknown].map {
            RefusedLine(kind: $0, path: path, line: 3, reason: "no")
        }
        let storage = [5, 8, 13, 11, 1].map { SQLiteError(extendedCode: $0, message: "no") }
        return asked + log + ledger + keys + backups + contents + lines + storage
    }

    private static let tool: [any Error] = [
        Shortfall.partial("no"), Shortfall.foundNothing(by: []), Shortfall.interrupted("no"),
        Shortfall.unverified("no"),
        SettingError(name: "color", description: "no"), OutputError.readerGone,
        EventLogError.unconfirmed(OperationID(UniqueID.random { Array(repeating: 1, count: $0) })),
        EventLogError.unreachable(place: "no", reason: "no"),
        EventLogError.otherLog(at: Position(3)),
    ]

    @Test(.requirement(203)) func `the manual has its exit codes, each with its words for programs`() throws {
        var words: [Int: Set<String>] = [:]
        for failure in (Self.library + Self.tool).map(Failure.init) {
            words[Int(failure.exitCode), default: []].insert(try #require(failure.code).rawValue)
        }
        let rows = try #require(DocumentationPage("Docs/JSON.md").section("Exit codes")).rows.dropFirst()
        var listed: [Int] = []
        for row in rows {
            let codes = try row[0].split(separator: ", ").map { try #require(Int($0)) }
            listed += codes
            // What is done is no error, the version of the JSON is refused by the parser, and a cut export says nothing.
            guard !codes.contains(0), !codes.contains(20), !codes.contains(141) else { continue }
            let documented = Set(row[2].split(separator: ", ").map(String.init))
            for code in codes { #expect(words.removeValue(forKey: code) == documented, "\(code)") }
        }
        #expect(words.isEmpty)
        #expect(listed == ManualFacts.exitCodes.map(\.code), "help and the manual page have the same")
    }

    @Test func `names no verb and no option of the tool, which adds them`() {
        for refusal in Self.library.map(Refusal.init(describing:)) {
            #expect(!refusal.message.contains("'mailledger") && !refusal.message.contains("--"), "\(refusal)")
        }
        let locked = Failure(SigningKeyError.unprotected(path: Self.path)).message
        #expect(locked.hasSuffix("and none was given; --passphrase-file gives it"))
    }

    @Test func `words a command of a hint as a shell reads it`() {
        #expect(
            HintWords.text(.setRole("trash", folder: "Papierkorb", account: "ada@example.org"))
                == "; if it is: mailledger folder set Papierkorb --account ada@example.org --role trash")
        #expect(
            HintWords.text(.setRole("sent", folder: "l'été envoyé", account: "ada@example.org"))
                == #"; if it is: mailledger folder set 'l'\''été envoyé' --account ada@example.org --role sent"#)
    }

    @Test func `words a cause by the tool's names, with its hint before what the whole says`() {
        let field = ClassificationFault(
            line: 4, error: DomainError.invalid(field: "sort_order", reason: "is b"), recorded: 0)
        #expect(Refusal(describing: field).message == "line 4: sort_order is b; nothing was recorded")
        #expect(Failure(field).message == "line 4: --order is b; nothing was recorded")
        let folder = ClassificationFault(
            line: 4, error: DomainError.notFound(kind: "folder", name: "A"), recorded: 2)
        #expect(Refusal(describing: folder).hint == .listFolders)
        #expect(
            Failure(folder).message
                == "line 4: no folder \"A\"; 'mailledger folders' lists what there is, and 'mailledger folder add', or --create"
                + " where it goes with --to or --folder, makes a new one; 2 lines were recorded before")
    }
}
