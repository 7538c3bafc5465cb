struct UnreadForm: Encodable {
    let total: Int
    let accounts: [Account]

    struct Account: Encodable {
        let account: String
        let total: Int
        let folders: [Folder]
    }

    struct Folder: Encodable {
        let folder: String
        let unread: Int
    }
}
