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
        for attribute in attributes {
            let word = attribute.asciiLowercased
            if let role = rolesByAttribute[word.hasPrefix("\\") ? String(word.dropFirst()) : word] { return role }
        }
        let name = name.canonicalForm.lowercased()
        if name == "inbox" { return .inbox }
        for prefix in serverPrefixes where name.hasPrefix(prefix) {
            return rolesByName[String(name.dropFirst(prefix.count))] ?? .other
        }
        return rolesByName[name] ?? .other
    }

    private static let rolesByAttribute: [String: FolderRole] = [
        "inbox": .inbox, "drafts": .drafts, "sent": .sent, "trash": .trash, "archive": .archive, "junk": .spam,
        "flagged": .flagged, "all": .all,
        // Names that Gmail gave before RFC 6154, in XLIST.
        "spam": .spam, "starred": .flagged, "allmail": .all,
    ]

    private static let serverPrefixes = ["inbox.", "inbox/", "[gmail]/", "[google mail]/"]

    /// The names that mail programs and providers give, each in lower case and whole.
    private static let namesByRole: [(role: FolderRole, names: [String])] = [
        (
            .drafts,
            [
                "drafts", "draft", "entwürfe", "brouillons", "borradores", "bozze", "rascunhos", "concepten", "utkast",
                "kladder", "luonnokset", "wersje robocze", "robocze", "koncepty", "rozepsané", "piszkozatok",
                "taslaklar",
                "черновики", "чернетки", "πρόχειρα", "下書き", "草稿", "草稿箱", "草稿夹", "임시보관함",
            ]
        ),
        (
            .sent,
            [
                "sent", "sent items", "sent messages", "sent mail", "gesendet", "gesendete elemente",
                "gesendete objekte", "gesendete nachrichten", "envoyés", "messages envoyés", "éléments envoyés",
                "enviados", "elementos enviados", "mensajes enviados", "correo enviado", "posta inviata", "inviati",
                "inviata", "itens enviados", "e-mails enviados", "mensagens enviadas", "verzonden", "verzonden items",
                "verzonden berichten", "skickat", "skickade", "skickade objekt", "sendt", "sendte elementer",
                "sendt post", "lähetetyt", "wysłane", "elementy wysłane", "odeslané", "odeslaná pošta", "elküldött",
                "gönderilmiş öğeler", "gönderilenler", "отправленные", "надіслані", "απεσταλμένα", "送信済み",
                "送信済みメール", "已发送", "已发送邮件", "已傳送", "寄件備份", "보낸편지함", "보낸메일함",
            ]
        ),
        (
            .trash,
            [
                "trash", "deleted", "deleted items", "deleted messages", "bin", "papierkorb", "gelöscht",
                "gelöschte elemente", "gelöschte objekte", "corbeille", "éléments supprimés", "messages supprimés",
                "papelera", "elementos eliminados", "cestino", "posta eliminata", "lixo", "lixeira", "itens excluídos",
                "prullenbak", "verwijderde items", "papperskorgen", "borttagna objekt", "papirkurv", "slettet post",
                "slettede elementer", "roskakori", "poistetut", "kosz", "elementy usunięte", "koš", "odstraněná pošta",
                "törölt elemek", "çöp kutusu", "çöp", "silinmiş öğeler", "корзина", "удаленные", "удалённые", "кошик",
                "κάδος απορριμμάτων", "ゴミ箱", "ごみ箱", "已删除", "已删除邮件", "垃圾桶", "휴지통",
            ]
        ),
        (
            .archive,
            [
                "archive", "archives", "archived", "archiv", "archivo", "archivio", "arquivo", "archief", "arkiv",
                "arkisto", "archiwum", "arşiv", "архив", "архів", "αρχείο", "アーカイブ", "归档", "存档", "封存", "보관함",
            ]
        ),
        (
            .spam,
            [
                "spam", "junk", "junk e-mail", "junk email", "junk mail", "bulk", "bulk mail", "spamverdacht",
                "werbung",
                "courrier indésirable", "indésirables", "pourriel", "correo no deseado", "no deseado",
                "posta indesiderata", "indesiderata", "lixo eletrônico", "lixo eletrónico", "ongewenste e-mail",
                "ongewenst", "skräppost", "uønsket e-post", "uønsket mail", "søppelpost", "roskaposti",
                "wiadomości-śmieci", "nevyžádaná pošta", "levélszemét", "gereksiz", "gereksiz e-posta", "спам",
                "нежелательная почта", "ανεπιθύμητα", "迷惑メール", "垃圾邮件", "垃圾郵件", "스팸메일함", "스팸함",
            ]
        ),
        (
            .flagged,
            [
                "flagged", "starred", "markiert", "suivis", "favoris", "destacados", "speciali", "com estrela",
                "met ster", "stjärnmärkt", "stjernemarkert", "oznaczone gwiazdką", "помеченные", "スター付き", "已加星标",
                "별표편지함",
            ]
        ),
        (
            .all,
            [
                "all mail", "all messages", "alle nachrichten", "tous les messages", "todos", "tutti i messaggi",
                "todos os e-mails", "alle berichten", "all e-post", "wszystkie", "вся почта", "すべてのメール", "所有邮件",
                "전체보관함",
            ]
        ),
    ]

    private static let rolesByName: [String: FolderRole] = {
        var roles: [String: FolderRole] = [:]
        for (role, names) in namesByRole {
            for name in names { roles[name.canonicalForm] = role }
        }
        return roles
    }()
}
