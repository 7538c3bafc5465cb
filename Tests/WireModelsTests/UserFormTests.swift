import MailLedgerTesting
import Testing
import WireModels

@Suite struct `Users as programs exchange them` {
    @Test func `R126 R129 a user has eleven fields, two of them for connected services`() throws {
        let json = try Wire.write(UserResponse.sample())
        #expect(json.matches(of: /"[a-z_]+":/).count == 11)
        #expect(json.contains(#""google_connected":true,"apple_connected":false"#))
    }

    @Test(arguments: [
        ("Ada Lovelace", "Ada Lovelace", "AL"), (nil, "ada@example.org", "A"), ("", "ada@example.org", "A"),
        ("  ", "ada@example.org", "A"), ("ada", "ada", "A"), ("Ada King Lovelace", "Ada King Lovelace", "AL"),
        ("émile zola", "émile zola", "ÉZ"), ("“Ada” (Lovelace)", "“Ada” (Lovelace)", "AL"),
    ])
    func `R127 R128 a user is called by a name or an address, and by initials`(
        fullName: String?, displayName: String, initials: String
    ) {
        let user = UserResponse.sample(fullName: fullName)
        #expect(user.displayName == displayName && user.initials == initials)
    }

    @Test func `R128 what has no letter has no initials`() {
        #expect(UserResponse.sample(fullName: "— …").initials == "")
    }

    @Test func `R130 an update says only what its keys say`() throws {
        #expect(try Wire.read("{}") == UserUpdateRequest())
        let update: UserUpdateRequest = try Wire.read(#"{"timezone":"Europe/Paris","auto_transcribe":false}"#)
        #expect(update == UserUpdateRequest(timezone: "Europe/Paris", autoTranscribe: false))
        #expect(try Wire.write(update) == #"{"timezone":"Europe/Paris","auto_transcribe":false}"#)
    }

    @Test func `R133 a request that lacks a password is refused`() {
        do {
            _ = try Wire.read(#"{"email":"ada@example.org"}"#, as: UserCreateRequest.self)
            Issue.record("it was taken")
        } catch {
            let response = (error as? DecodingError).map { APIErrorResponse($0) }
            #expect(response?.knownCode == .missingField && response?.details == ["field": "password"])
        }
    }
}
