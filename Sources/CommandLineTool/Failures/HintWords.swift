internal import Mail
internal import MailLedger
internal import Mailboxes
internal import SystemIdentity

/// What to do about an error, in the verbs of the command line.
enum HintWords {
    /// Returns what follows the sentence that says what is wrong.
    static func text(_ hint: Hint) -> String {
        switch hint {
        case .endOrOverrideHolds:
            "; 'mailledger hold remove NAME' ends a hold, and --override-hold overrides it for a --reason"
        case .replaceHolds:
            "; first add a hold with another query by 'mailledger hold add', and end this one by 'mailledger hold remove NAME'"
        case .list(let kind): lists[kind].map { "; 'mailledger \($0)' lists them" } ?? ""
        case .listFolders:
            "; 'mailledger folders' lists what there is, and 'mailledger folder add', or --create where it goes with --to or --folder, makes a new one"
        case .addFolderFirst(let folder): "; 'mailledger folder add \(shellWord(folder))' adds it first"
        case .nameAccount(let folder): "; name one with --account, or as ADDRESS/\(folder)"
        case .giveID: "; name one by the first digits of its id"
        case .narrow: "; type more of it"
        case .readHistory(let name): "; 'mailledger history \(name)' tells when, by whom and why"
        case .undelete(let name):
            "; 'mailledger history \(name)' tells when, by whom and why, 'mailledger undelete \(name)' brings it back, and --at MOMENT shows it as it was"
        case .readPast(let name):
            "; 'mailledger history \(name)' tells what became of it, and --at shows it"
        case .readChanges: "; 'mailledger history' shows what came between"
        case .readLog: "; 'mailledger log' tells what changed"
        case .listTransactions: "; 'mailledger log OPERATION' shows the positions of one"
        case .listSavedQueries: ": 'mailledger query list' shows what there is"
        case .listThreads: ": 'mailledger threads QUERY' lists the threads of what a query finds"
        case .listPublicTables: ": 'mailledger sql --tables' lists the tables and their columns"
        case .showEvent(let position): "; 'mailledger events show \(position)' shows the event"
        case .showEvents: ": 'mailledger events show POSITION' shows one"
        case .makeProfile: "; 'mailledger profile set --email ADDRESS' makes one"
        case .referToSecret: "; --credential-ref says where one is kept, as in env:NAME"
        case .nameKindOfReference: "; it must begin with env:, command:, file: or keyring:"
        case .nameNewFolder: "; name a new folder, or an empty one"
        case .nameOtherFolder: "; name another folder"
        case .nameNewFolderOrAdd: "; name a new folder, or add to it with --force"
        case .nameNewFileOrReplace: "; name another file, or replace it with --force"
        case .nameNewLedger: "; name a new folder with --ledger"
        case .nameWritablePlace:
            WorkingUser.owner.map { "; root writes here as \($0), whose ledger it is: name a place of theirs" } ?? ""
        case .bringBack: "; 'mailledger undelete' brings them back"
        case .undoDeletion: "; 'mailledger undo' brings it back"
        case .undoMistake: "; 'mailledger undo' takes back a wrong entry"
        case .enableAccount(let address): "; 'mailledger account enable \(address)' takes mail in again"
        case .enableAnswer: "; 'mailledger answer enable' enables it"
        case .switchOn(let feature): "; 'mailledger profile feature \(feature) on' switches it on"
        case .answerInConversation(let name): "; 'mailledger chat post \(shellWord(name)) TEXT' answers it there"
        case .makeNotebook: "; 'folder add NAME --kind notebook' makes a notebook"
        case .moveOrDelete: ": 'mailledger move' takes it to one, 'mailledger delete' ends it"
        case .setRole(let role, let folder, let account):
            "; if it is: mailledger folder set \(shellWord(folder)) --account \(shellWord(account)) --role \(role)"
        case .allowErased: "; an import with --allow-erased brings it back"
        case .goOnWithoutErasureKey:
            "; '--allow-erased --reason TEXT' lets all mail in, and 'erase --new-key' goes on with a new key"
        case .allowRemovals: " --allow-removals records the removals"
        case .followLinks: "; --follow-links follows it"
        case .readStandardInput: "; read a pipe with 'mailledger import - <PIPE'"
        case .tryAgain: "; try again"
        case .tryAgainLater: "; try again when it is done"
        case .lookUp(let operation): "; `mailledger log op:\(operation)` says which, once the server answers"
        case .checkServer: "; nothing has changed: try again when the server answers"
        case .goOn: "; the same 'mailledger backup' goes on"
        case .doPart: "; with --partial, what nothing prevents is done"
        case .useNewerProgram: "; use a newer mailledger"
        case .makeLedger: "; 'mailledger setup ~/Maildir you@example.org' makes one, and brings mail in"
        case .makeBackup: "; 'mailledger backup' makes one"
        case .backUp: "; 'mailledger backup' copies a ledger"
        case .exportEvents: "; 'mailledger export --events' writes them"
        case .exportEventsAfter(let position): "; export with --after \(position)"
        case .exportAllEvents: ". Until then 'mailledger export --events' still writes all events"
        case .readBefore(let position):
            ". Until then '--at \(position)' answers from before it, and 'mailledger export --events' still writes all events"
        case .transferEvents:
            "; 'mailledger export --events --content --to FILE' and 'mailledger import events FILE --ledger NEW'"
                + " take it over, with every event and the same root"
        case .rebuild: "; 'mailledger rebuild' makes them again"
        case .rebuildViews: "; 'mailledger rebuild' makes the views again"
        case .rebuildIndex: "; 'mailledger rebuild' makes it again"
        case .forgetCursor: "; 'mailledger events forget NAME' lets its subscriber start again"
        case .forgetCursorAhead(let end):
            "; 'mailledger events forget NAME' lets its subscriber start again, with --after \(end) behind the last"
                + " event of this log"
        case .examine: "; 'mailledger doctor' says what to do"
        case .salvageIntoLedger: ": 'mailledger doctor --salvage DIR --reason TEXT' makes a ledger of them"
        case .restoreBackup: ". 'mailledger restore BACKUP DIR' makes a ledger of a backup"
        case .restoreOtherBackup:
            ". Restore another backup; if the ledger is still there, 'mailledger backup NEWDIR' makes one"
        case .reparse: "; 'mailledger reparse --dry-run' shows what today's reads otherwise"
        case .splitMessages: "; 'mailledger doctor --split' makes messages of those copies"
        case .makeCheckpoint: "; 'mailledger checkpoint' makes it"
        case .rotateLostKey: ", or 'mailledger key rotate --lost' makes another"
        case .goOnByAnyCommand: ", such as 'mailledger folders'"
        case .verify:
            "; 'mailledger doctor' says what to do, and 'mailledger verify' lets writers in again when it finds no fault"
        case .findDamage: "; 'mailledger verify' tells what is left"
        case .separate:
            ". 'mailledger restore' makes a ledger of the backup; a new folder takes a backup of this one"
        case .backUpElsewhere:
            ". The ledger is not at fault: back it up into a new folder, keep this one until that is done, and"
                + " check the disk that it lies on"
        case .restoreErasureKey:
            "; bring the file back from where you keep it. '--allow-erased --reason TEXT' lets an import or a"
                + " sync take all mail in, and 'erase --new-key' goes on with a new key"
        case .restoreSigningKey:
            "; bring it back from where you keep it, or 'mailledger key rotate --lost' makes another"
        case .unlockSigningKey:
            "; --passphrase-file gives it to what signs, 'mailledger config set key.passphrase_command' to all"
        case .givePassphrase: "; --passphrase-file gives it"
        case .takeOverKey: "; 'mailledger witness add --force' takes it over"
        }
    }

    /// The verbs that list the things of a kind.
    private static let lists = [
        "account": "account list", "message": "messages", "note": "notes", "action": "actions --all",
        "answer": "answer list", "conversation": "chat list", "hold": "hold list", "token": "token list",
        "cursor": "events cursors", "saved query": "query list", "operation": "log", "event": "events list",
        "transaction": "events list", "attachment": "attachment list", "mail from or to": "address",
    ]

    /// What to do about a message that is damaged or missing.
    static var forLostContent: String { text(.restoreBackup) }

    /// Why a file was skipped, and what to do about it.
    static func text(of file: SkippedFile) -> String {
        file.reason.description + (file.reason == .leadsOut ? text(.followLinks) : "")
    }

    /// A text as one word of a shell's command line.
    static func shellWord(_ text: String) -> String {
        let plain = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
        return plain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
