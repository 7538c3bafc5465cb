internal import JSONCoding
internal import MailLedger
internal import Projections

extension LedgerReader {
    /// Returns an account by the id that clients know; nil for one that is not there.
    func jmapAccount(_ id: String) throws -> AccountRow? {
        guard let id = JMAPID.account(id) else { return nil }
        return try accounts().first { $0.id == id }
    }
}

extension MethodCall {
    /// Returns the account that a method is called for.
    ///
    /// - Throws: ``MethodError/accountNotFound``, and where none is named.
    func account(_ arguments: Arguments, _ reader: LedgerReader) throws -> AccountRow {
        guard let text = try arguments.string("accountId") else {
            throw MethodError.invalidArguments("accountId is missing")
        }
        guard let row = try account(text, reader) else { throw MethodError.accountNotFound }
        return row
    }

    /// Returns an account by its id; nil for one that the caller does not have.
    func account(_ id: String, _ reader: LedgerReader) throws -> AccountRow? { try reader.jmapAccount(id) }

    /// Returns why a caller who may only read is refused: the account, where that is not there.
    func refusalToWrite(_ reader: LedgerReader) throws -> MethodError {
        _ = try account(Arguments(arguments, known: Set(arguments.keys)), reader)
        return .accountReadOnly
    }
}
