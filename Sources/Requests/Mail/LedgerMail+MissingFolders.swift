internal import EventLog
package import LedgerContexts
package import LedgerKernel
internal import Mail
package import Projections

extension LedgerMail {
    /// Makes the folders of a path that an account lacks, as a part of the operation that goes on with the last of them.
    ///
    /// - Parameter path: The account's address may be before it, as in the name of a folder that is there.
    /// - Returns: The paths of those that it made, or would make, from the highest down.
    /// - Throws: ``DomainError`` if the address of another account is before it.
    @discardableResult
    package func makeMissingFolders(on path: String, of account: String, _ call: CommandCall) throws -> [String] {
        let missing = try ledger.read { try $0.missingFolders(on: path, in: $0.account(account)) }
        guard !missing.isEmpty, !call.isDryRun else { return missing }
        let folders = missing.map { AddFoldersRequest.NewFolder(path: $0) }
        _ = try AddFoldersRequest(account: account, folders: folders).run(on: ledger, in: call)
        return missing
    }
}

extension LedgerReader {
    /// Returns the account whose address is before the path of a folder, with the rest of the path; nil if there is none.
    package func accountNamed(before path: String) throws -> (account: AccountRow, path: String)? {
        for account in try accounts() {
            let prefix = account.address + "/"
            guard path.utf8.count > prefix.utf8.count, path.lowercased().hasPrefix(prefix.lowercased()) else {
                continue
            }
            return (account, String(path.dropFirst(prefix.count)))
        }
        return nil
    }

    /// Returns those folders of a path that are not there; none where a role or an id names one that is.
    fileprivate func missingFolders(on path: String, in account: AccountRow) throws -> [String] {
        guard try !hasFolder(path, in: account.stream) else { return [] }
        var rest = path
        if let named = try accountNamed(before: path) {
            guard named.account.stream == account.stream else {
                throw DomainError.conflict(
                    "\"\(path)\" names another account than \(account.address), which has the mail")
            }
            rest = named.path
        }
        let names = try FolderPath(typed: rest).names.map(\.text)
        let known = Set(try folders(of: account.stream).map(\.path))
        return names.indices.map { names[...$0].joined(separator: "/") }.filter { !known.contains($0) }
    }

    private func hasFolder(_ name: String, in account: StreamID) throws -> Bool {
        do {
            _ = try folder(name, in: account)
            return true
        } catch DomainError.notFound {
            return false
        }
    }
}
