internal import ArgumentParsing

struct ChatVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat", abstract: "List conversations, write to them, and record the delivery of their messages.",
        discussion: """
            'mailledger import chats' brings conversations in. Their messages are ordinary messages: 'messages
            kind:chat' lists them, 'mark --read' marks them as read, 'thread' pins, mutes and archives their
            conversations.
            """,
        subcommands: [Listing.self, View.self, Add.self, Change.self, Post.self, Status.self, Read.self, Remove.self])
}

/// What is said of a conversation.
struct ConversationOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Its name for people.", valueName: "name"))
    var displayName: String?
    @Option(name: .long, help: ArgumentHelp("The address of its picture.", valueName: "url"))
    var avatarURL: String?
    @Option(
        name: .long, help: ArgumentHelp("A member's id at the source; may be repeated.", valueName: "id"))
    var participant: [String] = []
    @Flag(name: .long, help: "It has more than two members.") var group = false
}
