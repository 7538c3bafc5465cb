/// What to do about an error, as a fact: a program words it by its own commands, or leaves it out.
public enum Hint: Hashable, Sendable {
    // What to name.
    /// The folders that there are can be listed, and one can be made.
    case listFolders
    /// Several accounts have a folder of the name.
    case nameAccount(ofFolder: String)
    /// Several things have the name, and each has an id.
    case giveID
    /// More of the name makes it the name of one thing.
    case narrow
    /// The history of the thing tells when, by whom and why it was erased.
    case readHistory(of: String)
    /// A profile is made by an address.
    case makeProfile
    /// A reference says where a secret is kept.
    case referToSecret
    /// A reference begins with the kind of place.
    case nameKindOfReference
    /// Another folder has to be named, one that is new or empty.
    case nameNewFolder
    case nameOtherFolder
    /// Who works in the owner's name writes where the owner may.
    case nameWritablePlace
    /// A pipe is read as standard input.
    case readStandardInput

    /// Deleted messages can be brought back.
    case bringBack

    // What to wait for.
    case tryAgain
    /// Another process has to be done first.
    case tryAgainLater
    /// The same command goes on where it was stopped.
    case goOn

    // What to use or to make.
    case useNewerProgram
    case makeLedger
    case makeBackup
    /// Exported events make a ledger of the present format.
    case transferEvents
    /// The views and the full text can be built from the log.
    case rebuild
    /// A cursor that is forgotten begins at the start.
    case forgetCursor

    // What to examine and to bring back.
    /// An examination tells what can be done.
    case examine
    /// A verification names the damaged place, and what holds can be saved.
    case salvage
    /// A verification that finds all of it whole lets writers in again.
    case verify
    /// A verification tells what is left.
    case findDamage
    /// The backup and the ledger go on each by itself.
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
