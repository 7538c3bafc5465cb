public import Mail

extension AccountRow {
    /// The account as a decision sees it.
    public var state: AccountState {
        AccountState(
            id: id, stream: stream,
            settings: AccountSettings(
                address: address, displayName: displayName, provider: AccountProvider(rawValue: provider) ?? .custom,
                imap: imap?.server, smtp: smtp?.server, authTypes: authTypes.compactMap(AuthType.init(rawValue:)),
                credentialRef: credentialRef.flatMap { try? CredentialReference($0) }, isEnabled: isEnabled,
                keepNewest: keepNewest, keepFor: keepFor),
            isDeleted: isDeleted)
    }
}

extension ServerRow {
    // The values in the views were checked before they were recorded.
    fileprivate var server: MailServer? {
        try? MailServer(
            host: host, port: port, security: ConnectionSecurity(rawValue: security) ?? .tls, username: username)
    }
}
