/// The words that programs of mail put before the subject of an answer, or of mail that they pass on.
public enum ReplyMarks: Sendable {
    /// Those of RFC 5256, section 2.1.
    case standard
    /// Those, and what programs in other languages write.
    case anyLanguage

    /// In lower case if they are ASCII; the others are listed in the usual spellings.
    var words: [String] {
        switch self {
        case .standard: Self.english
        case .anyLanguage: Self.all
        }
    }

    private static let english = ["re", "fwd", "fw"]
    private static let all =
        english + [
            // German; Dutch; Danish, Norwegian and Swedish; Finnish; Icelandic.
            "aw", "antw", "antwort", "wg", "doorst", "sv", "vs", "vb", "vl", "fs",
            // Spanish and Portuguese; French; Italian; Romanian; Catalan.
            "rv", "res", "enc", "ref", "r\u{E9}f", "tr", "r", "i", "rif", "inoltro", "rsp",
            // Polish; Czech and Slovak; Croatian, Serbian and Slovene; Hungarian; Estonian, Latvian and Lithuanian.
            "odp", "pd", "p\u{159}", "odg", "prosl", "v\u{E1}", "v\u{C1}", "v\u{E1}lasz", "edasi", "atb", "ats",
            // Turkish; Indonesian and Malay; Welsh; Vietnamese.
            "ynt", "ilt", "bls", "trs", "ymb", "tl", "cht",
            // Greek; Russian, Ukrainian and Bulgarian.
            "\u{391}\u{3A0}", "\u{3B1}\u{3C0}", "\u{3A0}\u{3A1}\u{398}", "\u{3C0}\u{3C1}\u{3B8}",
            "\u{41E}\u{442}\u{432}\u{435}\u{442}",
            "\u{41E}\u{442}\u{432}", "\u{41F}\u{435}\u{440}\u{435}\u{441}\u{43B}", "\u{41D}\u{410}", "\u{41D}\u{430}",
            "\u{412}\u{456}\u{434}\u{43F}",
            // Chinese, Japanese and Korean.
            "\u{56DE}\u{590D}", "\u{56DE}\u{8986}", "\u{7B54}\u{590D}", "\u{7B54}\u{8986}", "\u{8F6C}\u{53D1}",
            "\u{8F49}\u{5BC4}", "\u{8F6C}\u{5BC4}", "\u{8FD4}\u{4FE1}", "\u{8EE2}\u{9001}",
            "\u{D68C}\u{C2E0}", "\u{B2F5}\u{C7A5}", "\u{C804}\u{B2EC}",
            // Hebrew and Arabic.
            "\u{5D4}\u{5E9}\u{5D1}", "\u{5EA}\u{5E9}\u{5D5}\u{5D1}\u{5D4}", "\u{5D4}\u{5D5}\u{5E2}\u{5D1}\u{5E8}",
            "\u{631}\u{62F}", "\u{625}\u{639}\u{627}\u{62F}\u{629} \u{62A}\u{648}\u{62C}\u{64A}\u{647}",
        ]
}
