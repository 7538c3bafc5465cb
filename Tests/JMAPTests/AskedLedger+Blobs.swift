import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import Projections
import Testing

/// Bytes that a client uploads, and a second account.
extension AskedLedger {
    /// Keeps bytes as an upload, and returns their id.
    func upload(_ bytes: [UInt8], to account: String? = nil, by user: String = "mara") throws -> String {
        let id = try account ?? self.account
        let upload = try #require(try ledger.read { try JMAPUpload(to: id, by: user, $0) })
        let uploads = try #require(ledger.mail.blobs)
        let file = try uploads.begin()
        try file.write(bytes)
        let digest = try uploads.keep(file, for: upload.owner)
        return try #require(upload.answer(digest, type: "text/plain", size: file.size)["blobId"].text)
    }

    func upload(_ text: String, to account: String? = nil) throws -> String {
        try upload(Array(text.replacing("\n", with: "\r\n").utf8), to: account)
    }

    /// Makes another account, and returns its id.
    func addAccount(_ address: String) throws -> String {
        _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: address)))
        let row = try #require(try ledger.read { try $0.accounts() }.first { $0.address == address })
        return "A" + row.id.description.replacing("-", with: "")
    }

    /// The inbox of an account.
    func inbox(of account: String? = nil) throws -> String {
        let id = try account ?? self.account
        let found = try call("Mailbox/query", #"{"accountId": "\#(id)", "filter": {"role": "inbox"}}"#)["ids"][0].text
        return try #require(found)
    }

    /// The header of the last transaction.
    var lastHeader: TransactionHeader? {
        get throws { try ledger.store.transaction(ledger.store.head().transaction)?.openedHeader() }
    }
}
