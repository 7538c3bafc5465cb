// The JSON forms of account commands.
//
// A field with the name of a secret is refused before any value is read, so that a program that sends all its data does
// not put a password into the log.

extension AddAccount {
    enum CodingKeys: String, CodingKey {
        case address
        case displayName = "display_name"
        case provider, imap, smtp
        case authTypes = "auth_types"
        case credentialRef = "credential_ref"
        case isEnabled = "is_enabled"
        case keepNewest = "keep_newest"
        case keepFor = "keep_for"
    }

    /// Reads a command; all but the address may be left out.
    public init(from decoder: any Decoder) throws {
        try SecretFieldPolicy.check(keysOf: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            address: try container.decode(String.self, forKey: .address),
            displayName: try container.decodeIfPresent(String.self, forKey: .displayName),
            provider: try container.decodeIfPresent(AccountProvider.self, forKey: .provider))
        imap = try container.decodeIfPresent(ServerChoice.self, forKey: .imap) ?? ServerChoice()
        smtp = try container.decodeIfPresent(ServerChoice.self, forKey: .smtp) ?? ServerChoice()
        authTypes = try container.decodeIfPresent([AuthType].self, forKey: .authTypes)
        credentialRef = try container.decodeIfPresent(CredentialReference.self, forKey: .credentialRef)
        isEnabled = try container.decodeIfPresent(Bool.self, forKey: .isEnabled) ?? true
        keepNewest = try container.decodeIfPresent(Int.self, forKey: .keepNewest)
        keepFor = try container.decodeIfPresent(String.self, forKey: .keepFor)
    }
}

extension ChangeAccount {
    enum CodingKeys: String, CodingKey {
        case address
        case displayName = "display_name"
        case provider, imap, smtp
        case authTypes = "auth_types"
        case credentialRef = "credential_ref"
        case isEnabled = "is_enabled"
        case keepNewest = "keep_newest"
        case keepFor = "keep_for"
    }

    /// Reads a command; omitted values stay unchanged.
    public init(from decoder: any Decoder) throws {
        try SecretFieldPolicy.check(keysOf: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        address = try container.decodeIfPresent(String.self, forKey: .address)
        displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
        provider = try container.decodeIfPresent(AccountProvider.self, forKey: .provider)
        imap = try container.decodeIfPresent(ServerChoice.self, forKey: .imap) ?? ServerChoice()
        smtp = try container.decodeIfPresent(ServerChoice.self, forKey: .smtp) ?? ServerChoice()
        authTypes = try container.decodeIfPresent([AuthType].self, forKey: .authTypes)
        credentialRef = try container.decodeIfPresent(String.self, forKey: .credentialRef)
        isEnabled = try container.decodeIfPresent(Bool.self, forKey: .isEnabled)
        keepNewest = try container.decodeIfPresent(Int.self, forKey: .keepNewest)
        keepFor = try container.decodeIfPresent(String.self, forKey: .keepFor)
    }
}
