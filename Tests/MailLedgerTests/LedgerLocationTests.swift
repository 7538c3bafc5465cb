import MailLedger
import Testing

@Suite struct `The place of a ledger` {
    @Test(arguments: [
        (["MAILLEDGER": "/l", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/l"),
        (["MAILLEDGER": "", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/mailledger/default"),
        (["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/mailledger/default"),
        (["HOME": "/h"], "/h/.local/share/mailledger/default"),
    ])
    func `is where a variable or XDG says`(environment: [String: String], path: String) throws {
        #expect(try LedgerLocation.standard(environment: environment).directory == path)
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative", "XDG_DATA_HOME": ""]])
    func `is nowhere without a home, and says what to set`(environment: [String: String]) {
        #expect(throws: LedgerError.noPlace) { try LedgerLocation.standard(environment: environment) }
        #expect(LedgerError.noPlace.description.contains("set MAILLEDGER"))
    }
}
