/// Forms that one page describes.
package struct FormGroup: Sendable {
    /// The name of the page.
    package let name: String
    package let title: String
    package let forms: [AnswerForm]

    private init(_ name: String, _ title: String, _ forms: [AnswerForm]) {
        self.name = name
        self.title = title
        self.forms = forms
    }

    package static let all = [
        FormGroup(
            "Accounts", "Ledgers and accounts",
            [
                .setup, .status, .lastImport, .lastBackup, .behind, .ledger, .account, .server, .syncState, .provider,
                .providerServer, .accountDeletion, .settingsChange,
                .outcome,
            ]),
        FormGroup(
            "Folders", "Folders",
            [.folder, .folderDeletion, .endedFolder]),
        FormGroup(
            "Messages", "Messages and threads",
            [
                .message, .ending, .address, .correspondent, .replyDraft, .thread, .unread, .unreadAccount,
                .unreadFolder, .count, .shown,
                .conversation, .reply, .attachment, .attachmentCheck, .arrival, .change, .liveAnswer, .liveRow,
                .pruning, .prunedPlace,
            ]),
        FormGroup(
            "Imports", "Imports and syncs",
            [
                .`import`, .foundRole, .skipped, .tagImport, .respelledTag, .eventImport, .sync, .syncCounts,
                .syncAction, .syncConflict, .unwritten,
            ]),
        FormGroup(
            "Exports", "Exports",
            [
                .export, .exportedFolder, .leftOutCopy, .renamedFolder, .exported, .exportedCopy, .subjectExport,
                .subjectMessage, .subjectFile, .leftOutFile, .tagExport, .eventExport,
            ]),
        FormGroup(
            "Notes", "Notes and actions",
            [.note, .noteAudio, .noteLink, .action]),
        FormGroup(
            "Chats", "Conversations and the outbox",
            [.chat, .chatMessage, .chatLine, .chatImport, .chatExport, .outboxItem]),
        FormGroup(
            "Assist", "Answers, claims and the profile",
            [.answer, .suggestion, .profile, .classification, .ratedClaim, .sentimentClaim, .scoreClaim, .textClaim]),
        FormGroup(
            "Access", "Tokens",
            [.token, .issuedToken]),
        FormGroup(
            "Fleet", "Ledgers on a server",
            [
                .fleetLedger, .fleetChange, .fleetEffect, .fleetSearch, .fleetHit, .fleetSearched,
                .fleetNotSearched, .fleetUnanswered, .fleetPlace, .fleetSetting, .fleetSchema, .fleetTables, .adoption,
                .release,
            ]),
        FormGroup(
            "History", "Operations, history and differences",
            [
                .operation, .operationDetail, .namedChange, .effect, .history, .joinedThread, .cascade, .cascadeMember,
                .fieldChange, .undo, .undoneOperation, .plannedChange, .difference, .columnDifference, .differenceEvent,
                .series, .seriesLine, .moments, .momentStop, .loudestOperation,
            ]),
        FormGroup(
            "Reasons", "Reasons: why",
            [
                .valueReason, .valueChange, .unreadReason, .unreadGroup, .namedMessage, .threadReason, .threadJoin,
                .threadLink, .missingParent, .absence, .absenceFinding,
            ]),
        FormGroup(
            "Erasures", "Erasures and holds",
            [.erasure, .copiesElsewhere, .nodeCache, .erased, .hold]),
        FormGroup(
            "Events", "Events, requests and errors",
            [.event, .cursor, .catalogueEntry, .publicTable, .sqlRow, .requestAnswer, .error]),
        FormGroup(
            "Proofs", "Verification and proofs",
            [
                .verification, .proof, .proofEvent, .proofGrowth, .proofFindings, .provenMessage, .provenEvent,
                .eventReading, .bundle, .witness, .checkpoint, .writtenFile, .key, .keyPassphrase, .signingKey,
            ]),
        FormGroup(
            "Settings", "Settings and saved queries",
            [.savedQuery, .setting, .configFile]),
        FormGroup(
            "Care", "Read models, care and backups",
            [
                .rebuild, .migration, .readModelDifference, .differingRow, .differingColumn, .reparsed,
                .replayStep, .replayedModel, .whatIf, .givenRule, .countByRules, .check,
                .projection, .projectionFailure, .statistics, .rates, .eventCount, .monthCount, .bytes, .finding,
                .collection,
                .backup, .restore, .salvage, .split,
            ]),
    ]
}

extension AnswerForm {
    /// All forms in the order of the pages.
    package static let all = FormGroup.all.flatMap(\.forms)
}
