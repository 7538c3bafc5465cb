internal import Mail
internal import MailLedger

extension Session {
    /// Lends the folder that mail comes into: the one that was typed or set, else the inbox.
    ///
    /// Where the ledger has none of that name, the error names the place of the value.
    func intoFolder<Output>(named typed: String?, _ body: (_ folder: String) throws -> Output) throws -> Output {
        let folder = try settings.importFolder(flag: typed)
        return try blaming(.importFolder, unless: typed) { try body(folder) }
    }

    /// Runs what uses the thing that a setting names; where there is none, the error names the place of the value.
    ///
    /// - Parameter flag: The option that counts more, whose value is in sight.
    func blaming<Output>(_ setting: Setting, unless flag: String?, _ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let error as DomainError {
            guard flag == nil, case .notFound(_, let name, _, _, _) = error,
                let used = try? settings.value(of: setting),
                used.text == name,
                let refusal = Settings.refusal(Failure(error).message, of: setting, from: used.origin)
            else { throw error }
            throw refusal
        }
    }
}
