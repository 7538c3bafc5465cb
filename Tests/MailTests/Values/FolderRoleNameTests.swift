import Foundation
import Mail
import Testing

/// What a provider calls the folders of an account in a language, by their paths.
struct ProviderFolders: Sendable, CustomTestStringConvertible {
    let provider: String
    let language: String
    let paths: [FolderRole: String]

    init(
        _ provider: String, _ language: String, drafts: String, sent: String, trash: String, spam: String,
        archive: String? = nil, flagged: String? = nil, all: String? = nil
    ) {
        self.provider = provider
        self.language = language
        var paths: [FolderRole: String] = [.drafts: drafts, .sent: sent, .trash: trash, .spam: spam]
        paths[.archive] = archive
        paths[.flagged] = flagged
        paths[.all] = all
        self.paths = paths
    }

    var testDescription: String { "\(provider), \(language)" }

    private static func gmail(
        _ language: String, _ drafts: String, _ sent: String, _ trash: String, _ spam: String, _ flagged: String,
        _ all: String, container: String = "[Gmail]"
    ) -> ProviderFolders {
        ProviderFolders(
            "Gmail", language, drafts: "\(container)/\(drafts)", sent: "\(container)/\(sent)",
            trash: "\(container)/\(trash)", spam: "\(container)/\(spam)", flagged: "\(container)/\(flagged)",
            all: "\(container)/\(all)")
    }

    private static func outlook(
        _ language: String, _ drafts: String, _ sent: String, _ trash: String, _ spam: String, _ archive: String
    ) -> ProviderFolders {
        ProviderFolders("Outlook", language, drafts: drafts, sent: sent, trash: trash, spam: spam, archive: archive)
    }

    static let all: [ProviderFolders] = [
        gmail("en", "Drafts", "Sent Mail", "Trash", "Spam", "Starred", "All Mail"),
        gmail("en-GB", "Drafts", "Sent Mail", "Bin", "Spam", "Starred", "All Mail", container: "[Google Mail]"),
        gmail("de", "Entwürfe", "Gesendet", "Papierkorb", "Spam", "Markiert", "Alle Nachrichten"),
        gmail("fr", "Brouillons", "Messages envoyés", "Corbeille", "Spam", "Suivis", "Tous les messages"),
        gmail("es", "Borradores", "Enviados", "Papelera", "Spam", "Destacados", "Todos"),
        gmail("it", "Bozze", "Posta inviata", "Cestino", "Spam", "Speciali", "Tutti i messaggi"),
        gmail("pt-BR", "Rascunhos", "E-mails enviados", "Lixeira", "Spam", "Com estrela", "Todos os e-mails"),
        gmail("pt-PT", "Rascunhos", "Enviado", "Lixo", "Spam", "Com estrela", "Todo o correio"),
        gmail("nl", "Concepten", "Verzonden berichten", "Prullenbak", "Spam", "Met ster", "Alle berichten"),
        gmail("pl", "Wersje robocze", "Wysłane", "Kosz", "Spam", "Oznaczone gwiazdką", "Wszystkie"),
        gmail("ru", "Черновики", "Отправленные", "Корзина", "Спам", "Помеченные", "Вся почта"),
        gmail("uk", "Чернетки", "Надіслані", "Кошик", "Спам", "Із зірочкою", "Вся пошта"),
        gmail("ja", "下書き", "送信済みメール", "ゴミ箱", "迷惑メール", "スター付き", "すべてのメール"),
        gmail("zh-CN", "草稿", "已发邮件", "已删除邮件", "垃圾邮件", "已加星标", "所有邮件"),
        gmail("zh-TW", "草稿", "寄件備份", "垃圾桶", "垃圾郵件", "已加星號", "全部郵件"),
        gmail("ko", "임시보관함", "보낸편지함", "휴지통", "스팸함", "별표편지함", "전체보관함"),
        gmail("sv", "Utkast", "Skickat", "Papperskorgen", "Skräppost", "Stjärnmärkt", "All e-post"),
        gmail("da", "Kladder", "Sendte mails", "Papirkurv", "Spam", "Stjernemarkeret", "Alle mails"),
        gmail("tr", "Taslaklar", "Gönderilmiş Postalar", "Çöp Kutusu", "Spam", "Yıldızlı", "Tüm Postalar"),
        gmail("cs", "Koncepty", "Odeslaná pošta", "Koš", "Spam", "S hvězdičkou", "Všechny zprávy"),
        outlook("en", "Drafts", "Sent Items", "Deleted Items", "Junk Email", "Archive"),
        outlook("de", "Entwürfe", "Gesendete Elemente", "Gelöschte Elemente", "Junk-E-Mail", "Archiv"),
        outlook("fr", "Brouillons", "Éléments envoyés", "Éléments supprimés", "Courrier indésirable", "Archive"),
        outlook("es", "Borradores", "Elementos enviados", "Elementos eliminados", "Correo no deseado", "Archivo"),
        outlook("it", "Bozze", "Posta inviata", "Posta eliminata", "Posta indesiderata", "Archivio"),
        outlook("pt-BR", "Rascunhos", "Itens Enviados", "Itens Excluídos", "Lixo Eletrônico", "Arquivo Morto"),
        outlook("pt-PT", "Rascunhos", "Itens Enviados", "Itens Eliminados", "Lixo Eletrónico", "Arquivo"),
        outlook("nl", "Concepten", "Verzonden items", "Verwijderde items", "Ongewenste e-mail", "Archief"),
        outlook("pl", "Wersje robocze", "Elementy wysłane", "Elementy usunięte", "Wiadomości-śmieci", "Archiwum"),
        outlook("ru", "Черновики", "Отправленные", "Удаленные", "Нежелательная почта", "Архив"),
        outlook("ja", "下書き", "送信済みアイテム", "削除済みアイテム", "迷惑メール", "アーカイブ"),
        outlook("zh-CN", "草稿", "已发送邮件", "已删除邮件", "垃圾邮件", "存档"),
        outlook("zh-TW", "草稿", "寄件備份", "刪除的郵件", "垃圾郵件", "封存"),
        outlook("ko", "임시 보관함", "보낸 편지함", "지운 편지함", "정크 메일", "보관"),
        outlook("sv", "Utkast", "Skickat", "Borttaget", "Skräppost", "Arkiv"),
        outlook("da", "Kladder", "Sendt post", "Slettet post", "Uønsket mail", "Arkiv"),
        outlook("nb", "Utkast", "Sendte elementer", "Slettede elementer", "Søppelpost", "Arkiv"),
        outlook("fi", "Luonnokset", "Lähetetyt", "Poistetut", "Roskaposti", "Arkisto"),
        outlook("tr", "Taslaklar", "Gönderilmiş Öğeler", "Silinmiş Öğeler", "Gereksiz E-posta", "Arşiv"),
        outlook("cs", "Koncepty", "Odeslaná pošta", "Odstraněná pošta", "Nevyžádaná pošta", "Archiv"),
        outlook("hu", "Piszkozatok", "Elküldött elemek", "Törölt elemek", "Levélszemét", "Archívum"),
        .init("Hotmail", "en", drafts: "Drafts", sent: "Sent", trash: "Deleted", spam: "Junk", archive: "Archive"),
        .init("Yahoo", "en", drafts: "Draft", sent: "Sent", trash: "Trash", spam: "Bulk Mail", archive: "Archive"),
        .init(
            "iCloud", "en", drafts: "Drafts", sent: "Sent Messages", trash: "Deleted Messages", spam: "Junk",
            archive: "Archive"),
        .init("Fastmail", "en", drafts: "Drafts", sent: "Sent", trash: "Trash", spam: "Spam", archive: "Archive"),
        .init("GMX", "de", drafts: "Entwürfe", sent: "Gesendet", trash: "Gelöscht", spam: "Spamverdacht"),
        .init("Web.de", "de", drafts: "Entwurf", sent: "Gesendet", trash: "Papierkorb", spam: "Spam"),
        .init("T-Online", "de", drafts: "Entwürfe", sent: "Gesendet", trash: "Papierkorb", spam: "Spam"),
        .init("Posteo", "de", drafts: "Drafts", sent: "Sent", trash: "Trash", spam: "Junk", archive: "Archives"),
        .init("Yandex", "ru", drafts: "Черновики", sent: "Отправленные", trash: "Удалённые", spam: "Спам"),
        .init(
            "Mail.ru", "ru", drafts: "Черновики", sent: "Отправленные", trash: "Корзина", spam: "Спам", archive: "Архив"
        ),
        .init("QQ", "zh", drafts: "Drafts", sent: "Sent Messages", trash: "Deleted Messages", spam: "Junk"),
        .init("163", "zh", drafts: "草稿箱", sent: "已发送", trash: "已删除", spam: "垃圾邮件"),
        .init("Daum", "ko", drafts: "임시보관함", sent: "보낸편지함", trash: "휴지통", spam: "스팸편지함"),
        .init(
            "Proton", "en", drafts: "Drafts", sent: "Sent", trash: "Trash", spam: "Spam", archive: "Archive",
            flagged: "Starred", all: "All Mail"),
        .init(
            "cPanel", "en", drafts: "INBOX.Drafts", sent: "INBOX.Sent", trash: "INBOX.Trash", spam: "INBOX.Junk",
            archive: "INBOX.Archive"),
        .init(
            "Dovecot", "en", drafts: "INBOX/Drafts", sent: "INBOX/Sent", trash: "INBOX/Trash", spam: "INBOX/Junk",
            archive: "INBOX/Archive"),
        .init("Thunderbird", "en", drafts: "Drafts", sent: "Sent", trash: "Trash", spam: "Junk", archive: "Archives"),
        .init("KMail", "en", drafts: "drafts", sent: "sent-mail", trash: "trash", spam: "spam"),
        .init("Strato", "de", drafts: "Entwürfe", sent: "Gesendete Objekte", trash: "Gelöschte Objekte", spam: "Spam"),
        .init("Orange", "fr", drafts: "Brouillons", sent: "Envoyés", trash: "Corbeille", spam: "Indésirables"),
    ]
}

@Suite struct `The names of folders` {
    private func told(_ path: String) -> FolderRole? {
        FolderRole.told(by: path.split(separator: "/").map(String.init), kind: .folder, externalID: nil)
    }

    @Test(arguments: ProviderFolders.all)
    func `tell the roles that providers give them, in any case and form`(folders: ProviderFolders) {
        for (role, path) in folders.paths {
            #expect(told(path) == role, "\(path)")
            #expect(FolderRole.detect(name: path) == role, "\(path)")
            #expect(told(path.decomposedStringWithCanonicalMapping) == role, "\(path)")
            if folders.language != "tr" { #expect(told(path.uppercased()) == role, "\(path)") }
        }
    }

    @Test func `are those of a dozen providers in a dozen languages at least`() {
        #expect(Set(ProviderFolders.all.map(\.provider)).count >= 12)
        #expect(Set(ProviderFolders.all.map(\.language)).count >= 12)
    }

    @Test(arguments: [
        "presentations", "Sent to lawyer", "Trashy", "Projects/Archive", "Projects/Trash", "Deleted scenes", "junkyard",
        "Archive 2019", "Work/Sent", "Drafts/Trash", "My Drafts", "Spammers", "Todos", "Favoris", "Markiert", "Werbung",
        "bin", "Important", "[Gmail]", "[Gmail]/Work", "[Gmail]/Important", "[Gmail]/Chats", "[Gmail]/Work/Trash",
        "Work/[Gmail]/Trash", "INBOX/Work", "INBOX/Todos", "INBOX/Work/Sent", "Outbox", "Postausgang", "Templates",
        "Konzepte", "Trash.old", "Sentinel", "Spam?", "Papierkorb alt", "Notes", "", " Trash",
    ])
    func `that only look like one tell none`(path: String) {
        #expect(told(path) == nil)
    }

    @Test func `count less than the attributes, and than what a server knows a folder by`() {
        #expect(FolderRole.detect(attributes: ["\\Junk"], path: ["Projects", "Trash"]) == .spam)
        #expect(FolderRole.detect(attributes: ["\\HasChildren"], path: ["[Gmail]", "Papierkorb"]) == .trash)
        for (id, role) in [("TRASH", FolderRole.trash), ("SPAM", .spam), ("DRAFT", .drafts), ("STARRED", .flagged)] {
            #expect(FolderRole.told(by: ["x"], kind: .label, externalID: id) == role)
        }
        #expect(FolderRole.told(by: ["Trash"], kind: .folder, externalID: "Label_7") == nil)
        #expect(FolderRole.told(by: ["Trash"], kind: .folder, externalID: "IMPORTANT") == nil)
        #expect(FolderRole.told(by: ["Trash"], kind: .folder, externalID: "17") == .trash)
        #expect(FolderRole.told(by: ["Trash"], kind: .label, externalID: nil) == nil)
        #expect(FolderRole.told(by: ["Trash"], kind: .notebook, externalID: "TRASH") == nil)
    }

    /// Turkish writes İ, which is an i with a dot of its own in lower case.
    @Test func `are folded as Turkish writes them`() {
        #expect(told("SİLİNMİŞ ÖĞELER") == .trash && told("ARŞİV") == .archive)
    }
}
