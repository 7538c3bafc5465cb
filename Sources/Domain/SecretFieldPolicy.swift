/// Recognises names and values of secrets, so that none of them is ever stored.
public enum SecretFieldPolicy {
    /// Whether a field of that name holds a secret: `password`, `IMAP-Password`, `accessToken`, `api_key`, …
    ///
    /// Case, digits, `-`, `_`, `.`, blanks and the humps of camelCase make no difference. A name is refused for a whole word or for
    /// its end, never for letters inside a word: `author`, `pinned` and `keyboard` pass, and so do `auth_type` and
    /// `credential_ref`.
    public static func isSecret(fieldName name: String) -> Bool {
        let words = words(of: name)
        let joined = words.joined()
        return words.contains(where: secretWords.contains) || secretEndings.contains(where: joined.hasSuffix)
    }

    /// Throws for the name of a field that would hold a secret.
    public static func check(fieldName name: String) throws(ValueError) {
        guard !isSecret(fieldName: name) else { throw ValueError(field: name, reason: .holdsSecret) }
    }

    /// Throws if an object that is being decoded has a field that would hold a secret.
    public static func check(keysOf decoder: any Decoder) throws {
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys { try check(fieldName: key.stringValue) }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Whether the text is `user:password@host`, or a URL with anything before an `@` in its authority (RFC 3986, 3.2.1).
    ///
    /// - Complexity: O(*n*).
    public static func holdsUserInfo(_ text: String) -> Bool {
        urlHoldsUserInfo(text) || startsWithUserAndPassword(text)
    }

    /// Whether the text holds a URL whose authority names a user.
    package static func urlHoldsUserInfo(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var isInAuthority = false
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ":")
            where position + 2 < bytes.count && bytes[position + 1] == UInt8(ascii: "/")
                && bytes[position + 2] == UInt8(ascii: "/"):
                isInAuthority = true
                position += 2
            case UInt8(ascii: "@") where isInAuthority: return true
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x00...0x20: isInAuthority = false
            default: break
            }
            position += 1
        }
        return false
    }

    private static func startsWithUserAndPassword(_ text: String) -> Bool {
        var hasColon = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: ":"): hasColon = true
            case UInt8(ascii: "@"): return hasColon
            case UInt8(ascii: "/"), 0x00...0x20: return false
            default: break
            }
        }
        return false
    }

    private static let secretWords: Set<String> = [
        "password", "passwords", "passwd", "passphrase", "passcode", "pass", "pwd", "pw", "pin", "secret", "secrets",
        "token", "tokens", "otp", "totp", "hotp", "bearer", "credential", "credentials", "jwt", "apikey", "privatekey",
    ]

    private static let secretEndings = [
        "password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "privatekey", "secretkey",
        "accesskey", "signingkey", "encryptionkey", "sharedkey", "onetimecode", "recoverycode", "backupcode",
        "sessionid", "sessionkey", "authorization", "cookie",
    ]

    /// The words of a name in lower case, cut at separators and where a capital follows a small letter.
    private static func words(of name: String) -> [String] {
        if isCredentialReference(name) { return [] }
        var words = [""]
        var followsSmall = false
        for scalar in name.unicodeScalars {
            let isLetter = scalar.properties.isAlphabetic
            let isCapital = ("A"..."Z").contains(scalar)
            if !isLetter || (isCapital && followsSmall) { words.append("") }
            if isLetter { words[words.count - 1] += String(scalar).lowercased() }
            followsSmall = isLetter && !isCapital
        }
        return words.filter { !$0.isEmpty }
    }

    private static func isCredentialReference(_ name: String) -> Bool {
        ["credentialref", "credentialreference"].contains(
            String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "-" && $0 != "_" })).asciiLowercased)
    }
}
