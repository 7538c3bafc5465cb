import JMAP
import JSONCoding
import Mail
import MailLedger
import TestSupport
import Testing

/// RFC 8620 section 2.
@Suite struct `A session of JMAP` {
    @Test func `says what there is: capabilities, bounds, accounts and addresses`() throws {
        let asked = try AskedLedger([])
        let json = try asked.session().json
        let core = json["capabilities"]["urn:ietf:params:jmap:core"]
        for key in [
            "maxSizeUpload", "maxConcurrentUpload", "maxSizeRequest", "maxConcurrentRequests", "maxCallsInRequest",
            "maxObjectsInGet", "maxObjectsInSet",
        ] {
            #expect(core[key].number != nil, "\(key)")
        }
        #expect(!core["collationAlgorithms"].elements.isEmpty)
        #expect(json["capabilities"]["urn:ietf:params:jmap:mail"] == [:])
        // Nothing is said of what is not there.
        #expect(json["capabilities"].keys.count == 2)
        let account = json["accounts"][try asked.account]
        #expect(
            account["name"] == "mara@example.org" && account["isPersonal"] == true && account["isReadOnly"] == false)
        let mail = account["accountCapabilities"]["urn:ietf:params:jmap:mail"]
        #expect(mail["emailQuerySortOptions"].elements.contains("receivedAt"))
        #expect(mail.keys.contains("maxMailboxesPerEmail") && mail.keys.contains("maxMailboxDepth"))
        #expect((mail["maxSizeMailboxName"].number ?? 0) >= 100)
        #expect(json["primaryAccounts"]["urn:ietf:params:jmap:mail"] == .string(try asked.account))
        #expect(json["username"] == "mara" && json["apiUrl"] == "http://localhost:8420/jmap/api")
        for variable in ["{accountId}", "{blobId}", "{name}", "{type}"] {
            #expect(json["downloadUrl"].text?.contains(variable) == true)
        }
        #expect(json["uploadUrl"].text?.contains("{accountId}") == true)
        for variable in ["{types}", "{closeafter}", "{ping}"] {
            #expect(json["eventSourceUrl"].text?.contains(variable) == true)
        }
        #expect(json["state"].text == (try asked.session().state))
    }

    @Test func `has another state when an account came or the rights are others, and no other else`() throws {
        let asked = try AskedLedger([])
        let before = try asked.session().state
        try asked.load("\(projectRoot)/Samples/maildir")
        #expect(try asked.session().state == before)
        _ = try asked.ledger.perform(AddAccountRequest(account: AddAccount(address: "second@example.org")))
        #expect(try asked.session().state != before)
        let reading = try AskedLedger([], mayWrite: false).session().json
        #expect(reading["accounts"].keys.count == 1)
        let id = try #require(reading["accounts"].keys.first)
        #expect(reading["accounts"][id]["isReadOnly"] == true)
    }
}
