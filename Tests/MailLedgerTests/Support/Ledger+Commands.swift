import CivilTime
import EventLog
import Mail
import MailLedger
import Projections

/// The end of a request that a test made.
struct Requested<Answer> {
    let answer: Answer
    /// Nil where nothing was recorded.
    let receipt: Recorded?
}

/// The transaction that a request made.
struct Recorded: Equatable {
    let operation: OperationID
    let eventCount: Int
}

extension Requested<SettingsChangeForm> {
    var changes: [HistoryForm.ChangeForm] { answer.changes }
    var roleTakenFrom: String? { answer.roleTakenFrom }
}

/// Requests as tests make them: with a context of their own.
extension Ledger {
    @discardableResult
    func request<Work: LedgerWork>(
        _ work: Work, _ context: OperationContext, dryRun: Bool = false, overridesHolds: Bool = false
    ) throws -> Requested<Work.Answer> {
        let before = try store.head().position
        let done = try perform(
            work,
            Call(
                actor: context.actor, reason: context.reason, command: context.command, isDryRun: dryRun,
                overridesHolds: overridesHolds))
        guard let answer = done.answer else { throw DomainError.conflict("the request was made before") }
        let count = Int(try store.head().position.rawValue - before.rawValue)
        return Requested(answer: answer, receipt: done.operation.map { Recorded(operation: $0, eventCount: count) })
    }

    // MARK: Accounts

    @discardableResult
    func addAccount(_ command: AddAccount, context: OperationContext) throws -> AccountRow {
        try request(AddAccountRequest(account: command), context)
        return try read { try $0.account(command.address) }
    }

    @discardableResult
    func changeAccount(
        _ name: String, _ command: ChangeAccount, context: OperationContext, dryRun: Bool = false
    ) throws -> Requested<SettingsChangeForm> {
        try request(ChangeAccountRequest(account: name, changes: command), context, dryRun: dryRun)
    }

    @discardableResult
    func deleteAccount(
        _ name: String, context: OperationContext, overridesHolds: Bool = false
    ) throws -> Recorded? {
        try request(DeleteAccountRequest(account: name), context, overridesHolds: overridesHolds).receipt
    }

    // MARK: Folders

    @discardableResult
    func addFolder(
        _ path: FolderPath, to account: String, kind: FolderKind = .folder,
        settings: ChangeFolder = ChangeFolder(), context: OperationContext
    ) throws -> FolderRow {
        try request(
            AddFolderRequest(account: account, path: path.formatted, kind: kind, settings: settings), context)
        return try read { try $0.folder(path.formatted, in: $0.account(account).stream) }
    }

    @discardableResult
    func addFolders(
        _ folders: [AddFoldersRequest.NewFolder], to account: String, context: OperationContext
    ) throws -> Recorded? {
        try request(AddFoldersRequest(account: account, folders: folders), context).receipt
    }

    @discardableResult
    func renameFolder(
        _ name: String, to newName: String, in account: String?, context: OperationContext
    ) throws -> Requested<SettingsChangeForm> {
        try request(RenameFolderRequest(folder: name, account: account, newName: newName), context)
    }

    @discardableResult
    func moveFolder(
        _ name: String, under parent: String?, in account: String?, context: OperationContext
    ) throws -> Requested<SettingsChangeForm> {
        try request(MoveFolderRequest(folder: name, account: account, parent: parent), context)
    }

    @discardableResult
    func changeFolder(
        _ name: String, _ command: ChangeFolder, cursor: ChangeFolderCursor? = nil, in account: String?,
        context: OperationContext, dryRun: Bool = false
    ) throws -> Requested<SettingsChangeForm> {
        try request(
            ChangeFolderRequest(folder: name, account: account, changes: command, cursor: cursor), context,
            dryRun: dryRun)
    }

    @discardableResult
    func reorderFolders(
        _ names: [String], in account: String?, context: OperationContext
    ) throws -> Requested<SettingsChangeForm> {
        try request(OrderFoldersRequest(folders: names, account: account), context)
    }

    @discardableResult
    func deleteFolder(
        _ name: String, in account: String?, policy: DeletePolicy = .cascade, context: OperationContext,
        overridesHolds: Bool = false
    ) throws -> Recorded? {
        try request(
            DeleteFolderRequest(folder: name, account: account, policy: policy), context,
            overridesHolds: overridesHolds
        ).receipt
    }

    func planFolderDeletion(
        _ name: String, in account: String?, policy: DeletePolicy = .cascade
    ) throws -> FolderDeletion {
        let request = DeleteFolderRequest(folder: name, account: account, policy: policy)
        guard case .look(let form)? = try perform(request, Call(isDryRun: true)).answer else {
            throw DomainError.conflict("a look was answered by a deed")
        }
        return form.plan
    }

    // MARK: Attachments

    @discardableResult
    func changeTransfer(
        ofAttachment number: Int, of message: String, context: OperationContext,
        _ body: (inout AttachmentTransfer) -> Void
    ) throws -> Recorded? {
        let attachments = try read { try $0.attachments(of: $0.message(message).stream) }
        var transfer = attachments.first { $0.number == number }?.transfer ?? AttachmentTransfer()
        body(&transfer)
        return try request(
            ChangeTransferRequest(
                message: message, attachment: number, status: transfer.status, url: transfer.url ?? "",
                localURL: transfer.localURL ?? "", thumbnailURL: transfer.thumbnailURL ?? "",
                error: transfer.error ?? ""),
            context
        ).receipt
    }

    // MARK: Keeping

    @discardableResult
    func addHold(_ name: String, on target: HoldTarget, context: OperationContext) throws -> HoldForm {
        let (kind, target): (RequestedTarget, String) =
            switch target {
            case .message(let prefix): (.message, prefix)
            case .account(let address): (.account, address)
            case .query(let query): (.query, query)
            }
        return try request(AddHoldRequest(hold: name, kind: kind, target: target), context).answer
    }

    @discardableResult
    func removeHold(_ name: String, context: OperationContext) throws -> HoldForm {
        try request(RemoveHoldRequest(hold: name), context).answer
    }

    @discardableResult
    func prune(
        _ rule: Retention? = nil, account: String? = nil, folder: String? = nil, context: OperationContext,
        dryRun: Bool = false, overridesHolds: Bool = false
    ) throws -> Requested<PruningForm> {
        try request(
            PruneRequest(by: rule, account: account, folder: folder), context, dryRun: dryRun,
            overridesHolds: overridesHolds)
    }

    @discardableResult
    func erase(
        _ target: ErasureTarget, includingSharedHeaders: Bool = false, newKey: Bool = false,
        context: OperationContext
    ) throws -> ErasureOutcome {
        try erasure.erase(
            target, includingSharedHeaders: includingSharedHeaders, newKey: newKey, CommandCall(context))
    }
}

extension Requested<PruningForm> {
    var places: [PrunedPlace] { answer.places }
    var messages: Int { answer.outcome.matched }
    var pruned: Int { answer.outcome.changed }
}
