extension AllProjections {
    /// Every public table, those of a thing beside each other.
    package static let publicTables =
        AccountsSchema.publicTables + SkippedSchema.publicTables + FoldersSchema.publicTables
        + UnreadSchema.publicTables + MessagesSchema.publicTables + AttachmentsSchema.publicTables
        + ThreadsSchema.publicTables + NotesSchema.publicTables + ActionsSchema.publicTables
        + HoldsSchema.publicTables + ErasuresSchema.publicTables
        + ChatsSchema.publicTables
        + OutboxSchema.publicTables
        + ProfilesSchema.publicTables + AnswersSchema.publicTables + ClassificationsSchema.publicTables
        + TokensSchema.publicTables
}
