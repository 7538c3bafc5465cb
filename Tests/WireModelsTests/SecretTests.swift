import EventLog
import Foundation
import MailLedgerTesting
import TestSupport
import Testing
import WireModels

@Suite struct `Passwords and tokens` {
    private static let canary = "canary-4e1f0b"

    private static func forms() -> [Any] {
        [
            Token(accessToken: Secret(canary), refreshToken: Secret(canary), expiresIn: 1),
            UserCreateRequest.sample(password: canary),
            PasswordChangeRequest(currentPassword: Secret(canary), newPassword: Secret(canary)),
            PasswordResetConfirmRequest(token: Secret(canary), newPassword: Secret(canary)),
        ]
    }

    @Test(.requirement(131, 133)) func `no print, dump, debugger or mirror shows one`() throws {
        for form in Self.forms() + [Self.forms(), Optional(Secret(Self.canary)) as Any] {
            var dumped = ""
            dump(form, to: &dumped)
            for text in [dumped, "\(form)", String(describing: form), String(reflecting: form)] {
                #expect(!text.contains(Self.canary) && !text.isEmpty)
            }
            #expect(!Self.everything(in: form).contains { $0.contains(Self.canary) })
        }
        #expect("\(Secret(Self.canary))" == "<secret>" && Secret(Self.canary).revealed == Self.canary)
    }

    private static func everything(in value: Any) -> [String] {
        let mirror = Mirror(reflecting: value)
        return ["\(value)"] + mirror.children.flatMap { everything(in: $0.value) }
    }

    @Test(.requirement(131, 133)) func `they go out and come in as they are`() throws {
        let token: Token = try Wire.read(
            #"{"access_token":"a","refresh_token":"r","token_type":"bearer","expires_in":60}"#)
        #expect(token.accessToken.revealed == "a" && token.refreshToken.revealed == "r")
        #expect(try Wire.read(Wire.write(token)) == token)
        let request = UserCreateRequest.sample(password: Self.canary)
        #expect(try Wire.write(request).contains(#""password":"\#(Self.canary)""#))
        #expect(try Wire.read(Wire.write(request)) == request)
    }

    @Test(.requirement(131, 133)) func `what cannot be read is refused without its content`() {
        let json = #"{"access_token":"\#(Self.canary)","refresh_token":{"x":"\#(Self.canary)"},"expires_in":"60"}"#
        do {
            _ = try Wire.read(json, as: Token.self)
            Issue.record("that was no token")
        } catch {
            #expect(!"\(error)".contains(Self.canary))
            #expect((error as? DecodingError).map { !"\(APIErrorResponse($0))".contains(Self.canary) } == true)
        }
    }

    @Test(.requirement(131, 133)) func `no event has a field for one, and no other module knows them`() throws {
        let events = projectRoot + "/Tests/Fixtures/Events"
        for file in try FileManager.default.contentsOfDirectory(atPath: events) where file.hasSuffix(".json") {
            let text = try String(contentsOfFile: "\(events)/\(file)", encoding: .utf8)
            // The digest of 256 random bits tells nothing of them.
            let secret = /"[a-z_]*(password|secret|access_token|refresh_token)(?!_digest)[a-z_]*":/
            #expect(text.firstMatch(of: secret) == nil, "\(file)")
        }
        let sources = projectRoot + "/Sources"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix("WireModels/") && !$0.hasPrefix("MailLedgerTesting/WireSamples/")
        }
        #expect(paths.count > 300)
        for path in paths {
            let text = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
            guard !words(of: text).isDisjoint(with: ["Secret", "revealed"]) else { continue }
            #expect(text.firstMatch(of: /: Secret\b|\bSecret\(|\.revealed\b/) == nil, "\(path)")
        }
    }

    @Test(
        .requirement(132), arguments: [(3600, false, true), (0, true, true), (-5, true, true), (Int.max, false, false)])
    func `a token ends when it says, counted from its issue`(seconds: Int, before: Bool, after: Bool) {
        let token = Token.sample(expiresIn: seconds)
        let issued = WireSample.time().timestamp
        #expect(token.isExpired(issuedAt: issued, at: issued) == before)
        #expect(token.isExpired(issuedAt: issued, at: WireSample.time(minutes: 60).timestamp) == after)
        #expect(token.isExpired(issuedAt: issued, at: WireSample.time(minutes: 59).timestamp) == before)
        if seconds == 3600 { #expect(token.expirationDate(issuedAt: issued) == WireSample.time(minutes: 60)) }
    }
}
