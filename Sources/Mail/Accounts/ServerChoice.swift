/// A person's settings of a server; the known settings of the provider fill in the rest.
public struct ServerChoice: Codable, Hashable, Sendable {
    /// An empty one takes the server away.
    public var host: String?
    public var port: Int?
    public var security: ConnectionSecurity?
    /// An empty one takes the user name away.
    public var username: String?

    public init(
        host: String? = nil, port: Int? = nil, security: ConnectionSecurity? = nil, username: String? = nil
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.username = username
    }

    private enum CodingKeys: CodingKey { case host, port, security, username }

    /// Reads the fields, and refuses one that is named for a secret.
    public init(from decoder: any Decoder) throws {
        try SecretFieldPolicy.check(keysOf: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            host: try container.decodeIfPresent(String.self, forKey: .host),
            port: try container.decodeIfPresent(Int.self, forKey: .port),
            security: try container.decodeIfPresent(ConnectionSecurity.self, forKey: .security),
            username: try container.decodeIfPresent(String.self, forKey: .username))
    }

    var isEmpty: Bool { self == ServerChoice() }

    /// Makes a server from the existing one, the defaults and the person's choice, which takes precedence.
    ///
    /// `name` begins the names of fields in errors: `imap` or `smtp`.
    func server(
        changing server: MailServer? = nil, defaults: ServerDefaults, named name: String
    ) throws -> MailServer? {
        if host?.isEmpty == true {
            var rest = self
            rest.host = nil
            guard rest.isEmpty else {
                throw DomainError.invalid(field: name + "_host", reason: "a server that is taken away has no settings")
            }
            return nil
        }
        guard !isEmpty || server == nil else { return server }
        // A custom provider's host cannot be guessed: an account for an archive of files needs none.
        if isEmpty, defaults.host == nil { return nil }
        do {
            var fields = ServerFields(try server ?? defaults.server(host: host))
            if let host { fields.host = host }
            if let security, security != fields.security {
                fields.port = fields.port.map(security.usualPort(insteadOf:))
                fields.security = security
            }
            if let port { fields.port = port }
            if let username { fields.username = username.isEmpty ? nil : username }
            return try fields.server()
        } catch let error as ValueError {
            throw DomainError.invalid(field: name + "_" + error.field, error)
        }
    }
}

extension DomainError {
    /// A refused value in the words of its own error; a secret's says where secrets go instead.
    static func invalid(field: String, _ error: ValueError) -> DomainError {
        let advice =
            if error.reason == .holdsSecret {
                "; a credential reference says where one is kept"
            } else {
                error.field == "credential_ref" ? "; it must begin with env:, command:, file: or keyring:" : ""
            }
        return .invalid(field: field, reason: error.reason.rawValue + advice)
    }
}
