internal import JSONCoding
internal import Mail

/// What an update asks to make of a message's keywords (RFC 8620 section 5.3).
struct EmailPatch: Hashable, Codable {
    /// All that it is to have; nil where single ones are named.
    private var all: KeywordSet?
    private var adding = KeywordSet()
    private var removing = KeywordSet()

    /// Reads a patch.
    ///
    /// - Parameter current: Returns what a property is now, since a property may be set to what it is.
    init(_ patch: JSONObject, current: (String) throws -> JSONValue?) throws {
        var (adding, removing): ([Keyword], [Keyword]) = ([], [])
        for member in patch.members {
            let path = member.key.split(separator: "/", omittingEmptySubsequences: false).map {
                String($0).replacing("~1", with: "/").replacing("~0", with: "~")
            }
            switch (path.first, path.count) {
            case ("keywords", 1):
                all = try Self.keywords(member.value)
            case ("keywords", 2):
                guard let keyword = KeywordName.keyword(path[1]) else {
                    throw SetError.invalidProperties("\(path[1]) is no keyword", [member.key])
                }
                switch member.value {
                case true: adding.append(keyword)
                case .null: removing.append(keyword)
                default: throw SetError.invalidProperties("a keyword is true, or null to take it away", [member.key])
                }
            case (let name?, 1) where EmailGet.properties.contains(name):
                guard try current(name) == member.value else {
                    throw SetError.invalidProperties("\(name) cannot be changed by this way", [name])
                }
            case (let name?, _) where name == "mailboxIds":
                throw SetError.invalidProperties("mailboxIds cannot be changed by this way yet", [member.key])
            case (let name?, 1): throw SetError.invalidProperties("there is no property \(name)", [name])
            default: throw SetError.invalidPatch("\(member.key) leads nowhere")
            }
        }
        // No path may lead into another one.
        guard all == nil || adding.isEmpty && removing.isEmpty else {
            throw SetError.invalidPatch("keywords is given as a whole and in parts")
        }
        self.adding = KeywordSet(adding)
        self.removing = KeywordSet(removing)
    }

    private static func keywords(_ json: JSONValue) throws -> KeywordSet {
        guard case .object(let object) = json else {
            guard json == .null else { throw SetError.invalidProperties("keywords is no object", ["keywords"]) }
            return KeywordSet()
        }
        return KeywordSet(
            try object.members.map { member in
                guard member.value == true, let keyword = KeywordName.keyword(member.key) else {
                    throw SetError.invalidProperties("\(member.key) is no keyword, or not true", ["keywords"])
                }
                return keyword
            })
    }

    /// Returns the keywords that a message has with it.
    func applied(to keywords: KeywordSet, spelled: (Keyword) throws -> Keyword) rethrows -> KeywordSet {
        guard let all else {
            return try keywords.subtracting(removing).union(KeywordSet(adding.map(spelled)))
        }
        // Those that it has keep their spelling.
        let kept = keywords.filter { all.contains($0) }
        return try KeywordSet(kept).union(KeywordSet(all.map(spelled)))
    }
}
