extension AccountProvider {
    /// The domains whose addresses belong to the provider, in lower case, its main one first; none for `custom`.
    ///
    /// A company's own domain is not listed, even if a provider serves it: name the provider instead.
    public var domains: [String] {
        switch self {
        case .gmail: ["gmail.com", "googlemail.com", "google.com"]
        case .outlook: Self.outlookDomains
        case .microsoft365: ["office365.com", "onmicrosoft.com"]
        case .icloud: ["icloud.com", "me.com", "mac.com"]
        case .yahoo: Self.yahooDomains
        case .fastmail: ["fastmail.com", "fastmail.fm", "messagingengine.com"]
        case .aol: Self.aolDomains
        case .gmx: Self.germanGMXDomains + Self.otherGMXDomains
        case .webDe: ["web.de"]
        case .zoho:
            ["com", "eu", "in", "jp", "com.au"].flatMap { ["zoho.\($0)", "zohomail.\($0)"] }
        case .yandex:
            ["yandex.ru", "yandex.com", "yandex.net", "yandex.by", "yandex.kz", "yandex.ua", "ya.ru", "narod.ru"]
        case .mailRu: ["mail.ru", "inbox.ru", "list.ru", "bk.ru", "corp.mail.ru"]
        case .posteo: Self.posteoDomains
        case .tOnline: ["t-online.de", "magenta.de"]
        case .mailCom: Self.mailComDomains
        case .comcast: ["comcast.net"]
        case .att:
            [
                "att.net", "ameritech.net", "bellsouth.net", "currently.com", "flash.net", "nvbell.net", "pacbell.net",
                "prodigy.net", "sbcglobal.net", "snet.net", "swbell.net", "wans.net",
            ]
        case .qq: ["qq.com"]
        case .netease163: ["163.com"]
        case .naver: ["naver.com"]
        case .custom: []
        }
    }

    private static func family(_ name: String, in endings: [String]) -> [String] {
        endings.map { "\(name).\($0)" }
    }

    private static let outlookDomains =
        ["outlook.com", "hotmail.com", "live.com", "msn.com", "windowslive.com", "passport.com", "livemail.tw"]
        + family(
            "hotmail",
            in: [
                "be", "ca", "cl", "co.id", "co.il", "co.in", "co.jp", "co.kr", "co.th", "co.uk",
                "co.za", "com.ar", "com.au", "com.br", "com.hk", "com.tr", "com.tw", "com.vn", "cz", "de",
                "dk", "es", "fi", "fr", "gr", "hu", "it", "lt", "lv", "my", "nl", "no", "ph", "rs", "se", "sg",
                "sk",
            ])
        + family(
            "live",
            in: [
                "at", "be", "ca", "cl", "cn", "co.jp", "co.kr", "co.uk", "co.za", "com.ar", "com.au", "com.mx",
                "com.my", "com.ph", "com.pt", "com.sg", "de", "dk", "fi", "fr", "hk", "ie", "in", "it", "jp", "nl",
                "no", "ru", "se",
            ])
        + family(
            "outlook",
            in: [
                "at", "be", "cl", "co.id", "co.il", "co.th", "com.ar", "com.au", "com.br", "com.gr",
                "com.tr", "com.vn", "cz", "de", "dk", "es", "fr", "hu", "ie", "in", "it", "jp", "kr", "lv",
                "my", "ph", "pt", "sa", "sg", "sk",
            ])

    private static let yahooDomains =
        ["yahoo.com", "ymail.com", "rocketmail.com", "myyahoo.com"]
        + family(
            "yahoo",
            in: [
                "at", "be", "ca", "cl", "co.id", "co.il", "co.in", "co.kr", "co.nz", "co.th", "co.uk", "co.za",
                "com.ar", "com.au", "com.br", "com.co", "com.hk", "com.mx", "com.my", "com.pe", "com.ph", "com.sg",
                "com.tr", "com.tw", "com.ve", "com.vn", "cz", "de", "dk", "es", "fi", "fr", "gr", "hu", "ie", "in",
                "it",
                "nl", "no", "pl", "pt", "ro", "se",
            ])

    private static let aolDomains =
        [
            "aol.com", "aim.com", "netscape.net", "netscape.com", "compuserve.com", "cs.com", "wmconnect.com",

        ]
        + family(
            "aol",
            in: ["de", "it", "fr", "es", "se", "co.uk", "co.nz", "com.au", "com.ar", "com.br", "com.mx"])

    /// The domains that gmx.net serves; gmx.com serves the others.
    static let germanGMXDomains = [
        "gmx.net", "gmx.de", "gmx.at", "gmx.ch", "gmx.eu", "gmx.biz", "gmx.org", "gmx.info", "mein.gmx", "mail.gmx",
        "email.gmx",
    ]

    private static let otherGMXDomains = family(
        "gmx",
        in: [
            "com", "tm", "us", "co.uk", "es", "fr", "ca", "cn", "co.in", "com.br", "com.my", "hk", "ie", "ph", "pt",
            "ru", "se", "sg", "tw", "com.tr", "it", "li",
        ])

    private static let posteoDomains = family(
        "posteo",
        in: [
            "de", "net", "org", "eu", "at", "be", "ca", "ch", "cl", "co", "co.uk", "com", "com.br", "cr", "cz", "dk",
            "ee", "es", "fi", "gl",
            "gr",
            "hn", "hr", "hu", "ie", "in", "is", "it", "jp", "la", "li", "lt", "lu", "me", "mx", "my", "nl", "no", "nz",
            "pe",
            "pl", "pm", "pt", "ro", "se", "sg", "si", "tn", "uk", "us",
        ])

    private static let mailComDomains = [
        "mail.com", "email.com", "usa.com", "myself.com", "consultant.com", "post.com", "europe.com",
        "iname.com", "writeme.com", "dr.com", "engineer.com", "cheerful.com", "accountant.com", "activist.com",
        "allergist.com", "alumni.com", "archaeologist.com", "artlover.com", "birdlover.com",
        "catlover.com", "chemist.com", "clerk.com", "collector.org", "columnist.com", "comic.com", "computer4u.com",
        "contractor.net", "counsellor.com", "deliveryman.com", "diplomats.com", "execs.com",
        "gardener.com", "geologist.com", "graphic-designer.com", "hairdresser.net", "instructor.net", "insurer.com",
        "journalist.com", "legislator.com", "minister.com", "musician.org", "optician.com",
        "politician.com", "presidency.com", "priest.com", "programmer.net",
        "publicist.com", "realtyagent.com", "repairman.com", "representative.com",
        "rescueteam.com", "scientist.com", "teachers.org", "techie.com", "technologist.com",
        "umpire.com", "workmail.com", "doctor.com", "lawyer.com", "chef.net", "photographer.net",
        "linuxmail.org", "berlin.com", "dublin.com", "london.com", "madrid.com", "munich.com", "rome.com",
        "singapore.com", "tokyo.com", "null.net",
    ]
}
