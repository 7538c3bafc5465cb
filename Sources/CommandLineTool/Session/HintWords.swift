internal import MailLedger
internal import SystemIdentity

/// What to do about an error, in the verbs of the command line.
enum HintWords {
    /// Returns what follows the sentence that says what is wrong.
    static func text(_ hint: Hint) -> String {
        switch hint {
        case .listFolders:
            "; 'mailledger folders' lists what there is, and 'mailledger folder add' makes a new one"
        case .nameAccount(let folder): "; name one with --account, or as ADDRESS/\(folder)"
        case .giveID: "; name one by the first digits of its id"
        case .narrow: "; type more of it"
        case .readHistory(let name): "; 'mailledger history \(name)' tells when, by whom and why"
        case .makeProfile: "; 'mailledger profile set --email ADDRESS' makes one"
        case .referToSecret: "; --credential-ref says where one is kept, as in env:NAME"
        case .nameKindOfReference: "; it begins with env:, command:, file: or keyring:"
        case .nameNewFolder: "; name a new folder, or an empty one"
        case .nameOtherFolder: "; name another folder"
        case .nameWritablePlace:
            WorkingUser.owner.map { "; root writes here as \($0), whose ledger it is: name a place of theirs" } ?? ""
        case .bringBack: "; 'mailledger undelete' brings them back"
        case .readStandardInput: "; read a pipe with 'mailledger import - <PIPE'"
        case .tryAgain: "; try again"
        case .tryAgainLater: "; try again when it is done"
        case .goOn: "; the same 'mailledger backup' goes on"
        case .useNewerProgram: "; use a newer mailledger"
        case .makeLedger: "; 'mailledger init' makes one"
        case .makeBackup: "; 'mailledger backup' makes one"
        case .transferEvents:
            "; 'mailledger export --events FILE' and 'mailledger import --events FILE --ledger NEW' take it over,"
                + " with every event and the same root"
        case .rebuild: "; 'mailledger rebuild' makes them anew"
        case .forgetCursor: "; 'mailledger events forget NAME' lets its subscriber begin anew"
        case .examine: "; 'mailledger doctor' says what to do"
        case .salvage: "; 'mailledger verify' names the place, 'mailledger doctor --salvage' saves what holds"
        case .verify:
            "; 'mailledger doctor' says what to do, and 'mailledger verify' lets writers in again once all of it holds"
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
}
