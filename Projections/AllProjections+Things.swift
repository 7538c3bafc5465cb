internal import SQLiteDatabase

extension AllProjections {
    /// Every kind of thing, with containers first.
    package static let things = [
        ThingKind(
            Entity.account, from: "account", stream: "account.id", uuid: "account.uuid", title: "account.address",
            account: "account.id"),
        ThingKind(
            Entity.folder, from: "folder", stream: "folder.id", uuid: "folder.uuid", title: "folder.name",
            account: "folder.account"),
        ThingKind(
            Entity.message, from: "message", stream: "message.id", uuid: "message.uuid", title: "message.subject",
            account: "message.account"),
        // A thread has the id and the name of its first message, also when another thread has taken it in.
        ThingKind(
            Entity.thread, from: "message", stream: "message.id", uuid: "message.uuid", title: "message.subject",
            account: "message.account", isDerived: true),
        ThingKind(
            Entity.note, from: "note", stream: "note.id", uuid: "note.uuid", title: "note.title", account: nil),
        ThingKind(
            Entity.action, from: "action", stream: "action.id", uuid: "action.uuid", title: "action.title",
            account: nil, endsWith: "(SELECT note.id FROM note WHERE note.uuid = action.note)"),
        ThingKind(
            Entity.hold, from: "hold", stream: "hold.id", uuid: "hold.uuid", title: "hold.name",
            account: "hold.account_stream"),
        ThingKind(
            Entity.erasure, from: "erasure", stream: "erasure.stream", uuid: "erasure.uuid", title: "erasure.kind",
            account: "erasure.account"),
        ThingKind(
            Entity.conversation, from: "conversation", stream: "conversation.id", uuid: "conversation.uuid",
            title: "ifnull(conversation.display_name, conversation.name)", account: "conversation.account",
            endsWith: "conversation.account"),
        // The outbox state of a thing has the id of the thing.
        ThingKind(
            Entity.outbox, from: "outbox_state", stream: "outbox_state.stream", uuid: "outbox_state.uuid",
            title: "outbox_state.entity", account: "outbox_state.account"),
        ThingKind(
            Entity.profile, from: "profile", stream: "profile.id", uuid: "profile.uuid", title: "profile.email",
            account: nil),
        ThingKind(
            Entity.answer, from: "answer", stream: "answer.id", uuid: "answer.uuid", title: "answer.question_pattern",
            account: nil, endsWith: "(SELECT profile.id FROM profile WHERE profile.uuid = answer.profile)"),
        ThingKind(
            Entity.token, from: "token", stream: "token.id", uuid: "token.uuid", title: "token.name", account: nil),
    ]
}
