internal import EventLog
package import LedgerKernel
internal import Mail
internal import Projections

/// The numbers of unread messages, by account and folder.
public struct UnreadForm: Encodable, Sendable {
    package let total: Int
    package let accounts: [Account]

    public struct Account: Encodable, Sendable {
        package let account: String
        package let total: Int
        package let folders: [Folder]
        /// What a person wants to know beside; it is in no JSON.
        package var told = Told()

        enum CodingKeys: CodingKey { case account, total, folders }
    }

    /// Why the counts of the folders do not add up to that of the account.
    package struct Told: Sendable {
        /// The paths of spam and trash, with what is unread there: they do not count in the account.
        package var apart: [Folder] = []
        /// Copies in further folders of messages that count once.
        package var copies = 0
    }

    public struct Folder: Encodable, Sendable {
        package let folder: String
        package let unread: Int
    }

    /// Counts in all accounts or one, and in all folders or one and those below it.
    package init(_ reader: LedgerReader, account: String? = nil, folder: String? = nil) throws {
        // A folder that is in no account is an error, as an account is that is not there.
        if let folder, account == nil, try reader.folders().allSatisfy({ $0.path != folder }) {
            do {
                _ = try reader.folder(folder)
            } catch DomainError.ambiguous {
                // Each account's own is meant.
            }
        }
        let counts = Dictionary(uniqueKeysWithValues: try reader.counts().map { ($0.account, $0.unread) })
        let wanted = try account.map { [try reader.account($0)] } ?? reader.accounts()
        accounts = try wanted.compactMap { row in
            let rows = try reader.folders(of: row.stream)
            guard let folder else {
                return Account(
                    account: row.address, total: counts[row.stream] ?? 0,
                    folders: rows.map { Folder(folder: $0.path, unread: $0.unread) }
                ).explained(by: rows)
            }
            guard let top = try Self.folder(folder, in: row, reader, isNeeded: account != nil) else { return nil }
            // A message in several of these folders counts once.
            let filter = MessageFilter.and([
                .account(row.id.description), .folder(FolderReference(top.path)), .state(.unread),
            ])
            return Account(
                account: row.address, total: try reader.countMessages(matching: filter),
                folders: rows.filter { $0.id == top.id || $0.path.hasPrefix(top.path + "/") }.map {
                    Folder(folder: $0.path, unread: $0.unread)
                }
            ).explained()
        }
        total = accounts.reduce(0) { $0 + $1.total }
    }

    private static func folder(
        _ name: String, in account: AccountRow, _ reader: LedgerReader, isNeeded: Bool
    ) throws -> FolderRow? {
        do {
            return try reader.folder(name, in: account.stream)
        } catch DomainError.notFound where !isNeeded {
            return nil
        }
    }
}

extension UnreadForm.Account {
    /// The same with why its folders do not add up to it.
    ///
    /// - Parameter rows: The folders of the account, where those that count in themselves only are left out of the total.
    fileprivate func explained(by rows: [FolderRow] = []) -> UnreadForm.Account {
        var account = self
        account.told.apart = rows.filter { [.spam, .trash].contains($0.settings.role) && $0.unread > 0 }.map {
            UnreadForm.Folder(folder: $0.path, unread: $0.unread)
        }
        let counted = folders.reduce(0) { $0 + $1.unread } - account.told.apart.reduce(0) { $0 + $1.unread }
        account.told.copies = max(0, counted - total)
        return account
    }
}
