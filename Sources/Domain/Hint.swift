/// A next step after an error, as a fact: a program words it with its own commands, or leaves it out.
///
/// It is one word of memory, because errors that carry it are thrown through deep recursions.
public indirect enum Hint: Hashable, Sendable {
    // What to name.
    /// To end the holds in the way, or to go against them.
    case endOrOverrideHolds
    /// A hold with another query has to be added before this one ends.
    case replaceHolds
    /// The things of a kind can be listed.
    case list(kind: String)
    /// The folders that there are can be listed, and one can be made.
    case listFolders
    /// The folder above a new one has to be made before it.
    case addFolderFirst(String)
    /// Several accounts have a folder of the name.
    case nameAccount(ofFolder: String)
    /// Several things have the name, and each has an id.
    case giveID
    /// More of the name makes it the name of one thing.
    case narrow
    /// The history of the thing shows when, by whom and why it was erased.
    case readHistory(of: String)
    /// A deleted message can be brought back, and its history shows who deleted it.
    case undelete(String)
    /// The history of an ended thing shows how it ended, and the past shows the thing.
    case readPast(of: String)
    /// The changes in between can be read.
    case readChanges
    /// The log shows the changes.
    case readLog
    /// The log lists its transactions.
    case listTransactions
    /// The saved queries can be listed.
    case listSavedQueries
    /// The threads that a query finds can be listed.
    case listThreads
    /// The tables for SQL can be listed with their columns.
    case listPublicTables
    /// An event that no read model can take in can be shown.
    case showEvent(at: Int64)
    /// Events after the damage can be shown one by one.
    case showEvents
    /// A profile is made by an address.
    case makeProfile
    /// A reference says where a secret is kept.
    case referToSecret
    /// A reference begins with the kind of place.
    case nameKindOfReference
    /// Another folder has to be named, one that is new or empty.
    case nameNewFolder
    case nameOtherFolder
    /// The given folder is not empty: name another one, or add to this one.
    case nameNewFolderOrAdd
    /// The file named is there: another one, or this one's place.
    case nameNewFileOrReplace
    /// The events are those of another ledger than the one that was named.
    case nameNewLedger
    /// A program that runs in the owner's name writes to places that the owner may write.
    case nameWritablePlace
    /// A pipe is read as standard input.
    case readStandardInput

    /// Deleted messages can be brought back.
    case bringBack
    /// The deletion of a thing can be undone.
    case undoDeletion
    /// A mistaken record can be undone.
    case undoMistake

    // What to change first.
    case enableAccount(String)
    case enableAnswer
    case switchOn(feature: String)
    /// Notes are kept in a notebook.
    case makeNotebook
    /// A message leaves its only folder by a move or by its end.
    case moveOrDelete
    /// A folder with a role's name can have the role.
    case setRole(String, folder: String, account: String)
    /// Mail that was erased can be let in.
    case allowErased
    /// Mail can be let in without the key of the erasures, or under a new key.
    case goOnWithoutErasureKey
    /// Files that are gone can be taken for removed.
    case allowRemovals
    case followLinks

    // What to wait for.
    case tryAgain
    /// Another process has to be done first.
    case tryAgainLater
    /// An operation may be recorded: ask the log for it.
    case lookUp(operation: String)
    /// Who keeps the server has to make it reachable.
    case checkServer
    /// The same command continues where it was stopped.
    case goOn
    /// What nothing prevents can be done without the rest.
    case doPart

    /// A message of a conversation is answered there, by the conversation's name.
    case answerInConversation(String)

    // What to use or to make.
    case useNewerProgram
    case makeLedger
    case makeBackup
    /// A ledger that is whole is copied by a backup.
    case backUp
    /// Read exported events instead.
    case exportEvents
    /// Export the missing events: those after a position.
    case exportEventsAfter(Int64)
    /// Events can be exported whatever the read models are.
    case exportAllEvents
    /// The moment before a position can be asked for, and events can be exported.
    case readBefore(Int64)
    /// Exported events make a ledger of the present format.
    case transferEvents
    /// The views and the full text can be built from the log.
    case rebuild
    case rebuildViews
    case rebuildIndex
    /// A cursor that is forgotten begins at the start.
    case forgetCursor
    /// A cursor that is forgotten begins at the start, or where the log ends now.
    case forgetCursorAhead(ofLogUpTo: Int64)

    // What to examine and to bring back.
    /// An examination shows what can be done.
    case examine
    /// The sound part of a damaged ledger makes a new one.
    case salvageIntoLedger
    case restoreBackup
    /// Another backup may be whole, and a ledger that is still there can be backed up elsewhere.
    case restoreOtherBackup
    /// Messages whose copies read otherwise can be taken apart.
    case splitMessages
    /// Messages can be read by today's parser.
    case reparse
    /// The first checkpoint makes a key.
    case makeCheckpoint
    /// A new key takes the place of the one that was lost.
    case rotateLostKey
    /// Any command that may write continues an erasure.
    case goOnByAnyCommand
    /// A verification that finds all of it whole lets writers in again.
    case verify
    /// A verification shows what is left.
    case findDamage
    /// The backup and the ledger have diverged: keep each by itself.
    case separate
    /// The ledger is whole and the backup is not.
    case backUpElsewhere
    case restoreErasureKey
    case restoreSigningKey
    /// The passphrase of the signing key can be given once, or by the configuration.
    case unlockSigningKey
    case givePassphrase
    /// The present key can be taken over without an endorsement.
    case takeOverKey
}
