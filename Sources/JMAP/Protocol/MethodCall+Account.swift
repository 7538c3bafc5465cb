internal import JSONCoding
internal import MailLedger
internal import Projections

extension MethodCall {
    /// Returns the account that a method is called for.
    ///
    /// - Throws: ``MethodError/accountNotFound``, and where none is named.
    func account(_ arguments: Arguments, _ reader: LedgerReader) throws -> AccountRow {
        guard let text = try arguments.string("accountId") else {
            throw MethodError.invalidArguments("accountId is missing")
        }
        guard let id = JMAPID.account(text), let row = try reader.accounts().first(where: { $0.id == id }) else {
            throw MethodError.accountNotFound
        }
        return row
    }

    /// Returns why a caller who may only read is refused: the account, where that is not there.
    func refusalToWrite(_ reader: LedgerReader) throws -> MethodError {
        _ = try account(Arguments(arguments, known: Set(arguments.keys)), reader)
        return .accountReadOnly
    }
}
