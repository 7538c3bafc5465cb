internal import IMAPProtocol

extension IMAPCommand {
    /// Its name, as a list of commands has it.
    var word: String {
        switch body {
        case .capability: "CAPABILITY"
        case .noop: "NOOP"
        case .logout: "LOGOUT"
        case .id: "ID"
        case .enable: "ENABLE"
        case .compress: "COMPRESS"
        case .login: "LOGIN"
        case .authenticate: "AUTHENTICATE"
        case .select: "SELECT"
        case .examine: "EXAMINE"
        case .create: "CREATE"
        case .delete: "DELETE"
        case .rename: "RENAME"
        case .subscribe: "SUBSCRIBE"
        case .unsubscribe: "UNSUBSCRIBE"
        case .list: "LIST"
        case .lsub: "LSUB"
        case .namespace: "NAMESPACE"
        case .status: "STATUS"
        case .append: "APPEND"
        case .idle: "IDLE"
        case .check: "CHECK"
        case .close: "CLOSE"
        case .unselect: "UNSELECT"
        case .expunge: "EXPUNGE"
        case .search: "SEARCH"
        case .sort: "SORT"
        case .thread: "THREAD"
        case .fetch: "FETCH"
        case .store: "STORE"
        case .copy: "COPY"
        case .move: "MOVE"
        }
    }
}
