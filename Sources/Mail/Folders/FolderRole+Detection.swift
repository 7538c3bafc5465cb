extension FolderRole {
    /// Returns the role of a folder by its attributes (RFC 6154, 2) or, if they do not imply one, by its name.
    ///
    /// ```swift
    /// FolderRole.detect(attributes: ["\\HasNoChildren", "\\Sent"], name: "Ausgang")  // .sent
    /// FolderRole.detect(name: "presentations")                                       // .other
    /// ```
    ///
    /// A name counts as a whole, in any case, never a part of it. A prefix that servers put before all folders may
    /// precede it: `INBOX.`, `INBOX/`, `[Gmail]/`, `[Google Mail]/`.
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

    /// Returns the role of a folder by the names of its path from the top of its account.
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

    /// Returns the role of a new folder by its id on a server, else by its names; nil if they imply none.
    ///
    /// A label that a person made at Gmail has none, whatever its name: Gmail has its own folders beside it.
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

    /// The folders in which providers put theirs.
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
