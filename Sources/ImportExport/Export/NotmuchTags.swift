internal import LedgerContexts
internal import Mail

/// The keywords for notmuch's tags, and the reverse (notmuch-config(1), `maildir.synchronize_flags`).
///
/// `unread` is the absence of `$seen`. `flagged`, `replied`, `draft` and `passed` are `$flagged`, `$answered`, `$draft`
/// and `$forwarded`; every other tag is a label.
enum NotmuchTags {
    private static let keywords: [(tag: String, keyword: Keyword)] = [
        ("draft", .draft), ("flagged", .flagged), ("passed", .forwarded), ("replied", .answered),
    ]

    /// Returns the tags of a message, sorted. `facts` are its tags that do not come from keywords.
    static func tags(of keywords: [String], and facts: [String]) -> [String] {
        var tags = Set(facts)
        if !keywords.contains(Keyword.seen.text) { tags.insert("unread") }
        for keyword in keywords where keyword != Keyword.seen.text {
            tags.insert(Self.keywords.first { $0.keyword.text == keyword }?.tag ?? keyword)
        }
        return tags.sorted()
    }

    /// Returns the keywords of a message with exactly these tags, and records the tags that cannot be keywords.
    ///
    /// A keyword with `$` for which notmuch has no tag stays as it is.
    static func keywords(
        for tags: [String], on message: KeywordSet, spellings: inout LabelSpellings, unusable: inout Set<String>,
        respelled: inout [String: String]
    ) throws -> KeywordSet {
        let told: KeywordSet = [.seen, .draft, .flagged, .forwarded, .answered]
        var result = KeywordSet(message.filter { $0.isReserved && !told.contains($0) })
        if !tags.contains("unread") { result.insert(.seen) }
        for tag in tags where tag != "unread" {
            if let keyword = Self.keywords.first(where: { $0.tag == tag })?.keyword {
                result.insert(keyword)
            } else if let typed = try? Keyword(userLabel: tag) {
                let label = try spellings.known(typed)
                if label.text != tag { respelled[tag] = label.text }
                result.insert(label)
            } else {
                unusable.insert(tag)
            }
        }
        return result
    }
}
