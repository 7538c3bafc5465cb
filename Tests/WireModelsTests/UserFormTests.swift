import MailLedgerTesting
import TestSupport
import Testing
import WireModels

@Suite struct `Users as programs exchange them` {
    @Test(.requirement(126, 129)) func `a user has eleven fields, two of them for connected services`() throws {
        let json = try Wire.write(UserResponse.sample())
        #expect(json.matches(of: /"[a-z_]+":/).count == 11)
        #expect(json.contains(#""google_connected":true,"apple_connected":false"#))
    }

    @Test(
        .requirement(127, 128),
        arguments: [
            ("Ada Lovelace", "Ada Lovelace", "AL"), (nil, "ada@example.org", "A"), ("", "ada@example.org", "A"),
            ("  ", "ada@example.org", "A"), ("ada", "ada", "A"), ("Ada King Lovelace", "Ada King Lovelace", "AL"),
            ("émile zola", "émile zola", "ÉZ"), ("“Ada” (Lovelace)", "“Ada” (Lovelace)", "AL"),
        ])
    func `a user is called by a name or an address, and by initials`(
        fullName: String?, displayName: String, initials: String
    ) {
        let user = UserResponse.sample(fullName: fullName)
        #expect(user.displayName == displayName && user.initials == initials)
    }

    @Test(.requirement(128)) func `what has no letter has no initials`() {
        #expect(UserResponse.sample(fullName: "— …").initials == "")
    }

    @Test(.requirement(130)) func `an update says only what its keys say`() throws {
        #expect(try Wire.read("{}") == UserUpdateRequest())
        let update: UserUpdateRequest = try Wire.read(#"{"timezone":"Europe/Paris","auto_transcribe":false}"#)
        #expect(update == UserUpdateRequest(timezone: "Europe/Paris", autoTranscribe: false))
        #expect(try Wire.write(update) == #"{"timezone":"Europe/Paris","auto_transcribe":false}"#)
    }

    @Test(.requirement(133)) func `a request that lacks a password is refused`() {
        do {
            _ = try Wire.read(#"{"email":"ada@example.org"}"#, as: UserCreateRequest.self)
            Issue.record("it was taken")
        } catch {
            let response = (error as? DecodingError).map { APIErrorResponse($0) }
            #expect(response?.knownCode == .missingField && response?.details == ["field": "password"])
        }
    }
}
