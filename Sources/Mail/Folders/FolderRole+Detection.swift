extension FolderRole {
    /// Tells the role of a folder from its attributes (RFC 6154, 2) and, only where they say nothing, from its name.
    ///
    /// ```swift
    /// FolderRole.detect(attributes: ["\\HasNoChildren", "\\Sent"], name: "Ausgang")  // .sent
    /// FolderRole.detect(name: "presentations")                                       // .other
    /// ```
    ///
    /// A name counts as a whole, in any case, never a part of it. Before it may stand a prefix that servers put before all
    /// folders: `INBOX.`, `INBOX/`, `[Gmail]/`, `[Google Mail]/`.
    ///
    /// - Parameter attributes: The attributes of a LIST response, in any case, with or without the backslash.
    public static func detect(attributes: [String] = [], name: String) -> FolderRole {
        if let role = role(ofAttributes: attributes) { return role }
        let name = key(of: name)
        if name == "inbox" { return .inbox }
        for container in containers {
            for separator in ["/", "."] where name.hasPrefix(container + separator) {
                return role(named: String(name.dropFirst(container.count + 1)), in: container)
            }
        }
        return role(named: name, in: nil)
    }

    /// Tells the same of a folder whose names are known from the top of its account down.
    public static func detect(attributes: [String] = [], path: [String]) -> FolderRole {
        if let role = role(ofAttributes: attributes) { return role }
        switch path.count {
        case 1: return detect(name: path[0])
        case 2:
            let container = key(of: path[0])
            return containers.contains(container) ? role(named: key(of: path[1]), in: container) : .other
        default: return .other
        }
    }

    /// Tells the role for a new folder from what a server knows it by, else from its names; nil where they tell none.
    ///
    /// A label that a person made at Gmail has none, whatever it is called: Gmail's own folders are beside it.
    public static func told(by path: [String], kind: FolderKind, externalID: String?) -> FolderRole? {
        guard kind != .notebook else { return nil }
        if let label = externalID.flatMap(GmailSystemLabel.init(rawValue:)) { return label.role }
        guard kind == .folder, externalID?.hasPrefix("Label_") != true else { return nil }
        let role = detect(path: path)
        return role == .other ? nil : role
    }

    private static func role(ofAttributes attributes: [String]) -> FolderRole? {
        for attribute in attributes {
            let word = attribute.asciiLowercased
            if let role = rolesByAttribute[word.hasPrefix("\\") ? String(word.dropFirst()) : word] { return role }
        }
        return nil
    }

    private static func role(named key: String, in container: String?) -> FolderRole {
        if let role = rolesByName[key] { return role }
        return container?.hasPrefix("[") ?? false ? rolesOfGmail[key] ?? .other : .other
    }

    /// A name as it is looked up: NFC in lower case. Turkish writes İ, Russian both е and ё.
    private static func key(of name: String) -> String {
        name.canonicalForm.lowercased().replacing("i\u{307}", with: "i").replacing("ё", with: "е")
    }

    private static let rolesByAttribute: [String: FolderRole] = [
        "inbox": .inbox, "drafts": .drafts, "sent": .sent, "trash": .trash, "archive": .archive, "junk": .spam,
        "flagged": .flagged, "all": .all,
        // Names that Gmail gave before RFC 6154, in XLIST.
        "spam": .spam, "starred": .flagged, "allmail": .all,
    ]

    /// What providers put their folders into.
    private static let containers = ["inbox", "[gmail]", "[google mail]"]

    private static let rolesByName = roles(namesByRole)
    private static let rolesOfGmail = roles(namesOfGmail)

    private static func roles(_ names: [FolderRole: [String]]) -> [String: FolderRole] {
        var roles: [String: FolderRole] = [:]
        for (role, names) in names {
            for name in names { roles[key(of: name)] = role }
        }
        return roles
    }
}
