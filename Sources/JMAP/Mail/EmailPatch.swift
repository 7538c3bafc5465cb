internal import JSONCoding
internal import Mail

/// What an update asks to make of a message's keywords and mailboxes (RFC 8620 section 5.3).
struct EmailPatch: Hashable, Codable {
    /// All that it is to have; nil where single ones are named.
    private var all: KeywordSet?
    private var adding = KeywordSet()
    private var removing = KeywordSet()
    /// All mailboxes that it is to be in; nil where single ones are named.
    private var allMailboxes: Set<FolderID>?
    private var entering: Set<FolderID> = []
    private var leaving: Set<FolderID> = []

    /// Reads a patch.
    ///
    /// - Parameters:
    ///   - mailbox: Reads the id of a mailbox.
    ///   - current: Returns what a property is now, since a property may be set to what it is.
    init(
        _ patch: JSONObject, mailbox: (String) -> FolderID?, current: (String) throws -> JSONValue?
    ) throws {
        var (adding, removing): ([Keyword], [Keyword]) = ([], [])
        var divided: Set<String> = []
        for member in patch.members {
            guard let path = JSONPointer.names(member.key) else {
                throw SetError.invalidPatch("\(member.key) is no JSON pointer")
            }
            if let name = path.first, path.count > 1 { divided.insert(name) }
            switch (path.first, path.count) {
            case ("keywords", 1):
                all = try Self.keywords(member.value)
            case ("keywords", 2):
                guard let keyword = KeywordName.keyword(path[1]) else {
                    throw SetError.invalidProperties("\(path[1]) is not a keyword", [member.key])
                }
                switch member.value {
                case true: adding.append(keyword)
                case .null: removing.append(keyword)
                default: throw SetError.invalidProperties("a keyword is true, or null to take it away", [member.key])
                }
            case ("mailboxIds", 1):
                allMailboxes = try Self.mailboxes(member.value, mailbox)
            case ("mailboxIds", 2):
                switch (member.value, mailbox(path[1])) {
                case (true, let id?): entering.insert(id)
                case (.null, let id?): leaving.insert(id)
                case (.null, nil): break
                case (true, nil):
                    throw SetError.invalidProperties("there is no mailbox \(path[1])", [member.key])
                default: throw SetError.invalidProperties("a mailbox is true, or null to leave it", [member.key])
                }
            case (let name?, 1) where EmailGet.properties.contains(name):
                guard try current(name) == member.value else {
                    throw SetError.invalidProperties("\(name) cannot be changed by this way", [name])
                }
            case (let name?, 1): throw SetError.invalidProperties("there is no property \(name)", [name])
            default: throw SetError.invalidPatch("\(member.key) leads nowhere")
            }
        }
        // No path may lead into another one.
        guard all == nil || !divided.contains("keywords") else {
            throw SetError.invalidPatch("keywords is given as a whole and in parts")
        }
        guard allMailboxes == nil || !divided.contains("mailboxIds") else {
            throw SetError.invalidPatch("mailboxIds is given as a whole and in parts")
        }
        // A mailbox that was just made has two ids.
        guard entering.isDisjoint(with: leaving) else {
            throw SetError.invalidPatch("a mailbox is entered and left")
        }
        // A keyword has one meaning, however it is spelled.
        guard Set(adding).isDisjoint(with: removing) else {
            throw SetError.invalidPatch("a keyword is set and taken away")
        }
        self.adding = KeywordSet(adding)
        self.removing = KeywordSet(removing)
    }

    /// More keywords no client gives a message; one that has more from elsewhere keeps them.
    private static let mostKeywords = 1_000

    private static func tooMany() -> SetError {
        .invalidProperties("a message has at most \(mostKeywords) keywords", ["keywords"])
    }

    static func keywords(_ json: JSONValue) throws -> KeywordSet {
        guard case .object(let object) = json else {
            guard json == .null else { throw SetError.invalidProperties("keywords is not an object", ["keywords"]) }
            return KeywordSet()
        }
        guard object.members.count <= mostKeywords else { throw tooMany() }
        return KeywordSet(
            try object.members.map { member in
                guard member.value == true, let keyword = KeywordName.keyword(member.key) else {
                    throw SetError.invalidProperties("\(member.key) is not a keyword, or not true", ["keywords"])
                }
                return keyword
            })
    }

    static func mailboxes(_ json: JSONValue, _ mailbox: (String) -> FolderID?) throws -> Set<FolderID> {
        guard case .object(let object) = json else {
            throw SetError.invalidProperties("mailboxIds is not an object", ["mailboxIds"])
        }
        return Set(
            try object.members.map { member in
                guard member.value == true, let id = mailbox(member.key) else {
                    throw SetError.invalidProperties("\(member.key) is not a mailbox, or not true", ["mailboxIds"])
                }
                return id
            })
    }

    /// Returns the mailboxes that a message is in with it.
    func mailboxes(from current: Set<FolderID>) -> Set<FolderID> {
        allMailboxes ?? current.subtracting(leaving).union(entering)
    }

    /// Returns the keywords that a message has with it.
    func applied(to keywords: KeywordSet, spelled: (Keyword) throws -> Keyword) throws -> KeywordSet {
        guard let all else {
            guard adding.count + removing.count <= Self.mostKeywords else { throw Self.tooMany() }
            let changed = try keywords.subtracting(removing).union(KeywordSet(adding.map(spelled)))
            guard changed.count <= max(keywords.count, Self.mostKeywords) else { throw Self.tooMany() }
            return changed
        }
        // Those that it has keep their spelling; those that no client sees were not left out.
        let kept = keywords.filter { all.contains($0) || KeywordName.name(of: $0.key) == nil }
        return try KeywordSet(kept).union(KeywordSet(all.map(spelled)))
    }
}
