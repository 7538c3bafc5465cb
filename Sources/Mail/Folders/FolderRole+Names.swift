extension FolderRole {
    /// The names that mail programs and providers give, each in lower case and whole.
    ///
    /// A word that a person may well give to a folder of their own is left out: a false role is worse than none.
    static let namesByRole: [FolderRole: [String]] = [
        .drafts: [
            "drafts", "draft", "draftbox", "all drafts", "entwürfe", "entwurf", "brouillons", "brouillon",
            "borradores", "borrador", "bozze", "rascunhos", "rascunho", "concepten", "utkast", "kladder",
            "luonnokset", "wersje robocze", "kopie robocze", "robocze", "szkice", "koncepty", "rozepsané",
            "piszkozatok", "taslaklar", "черновики", "чернетки", "чарнавікі", "чернови", "πρόχειρα", "ciorne",
            "schițe", "nacrti", "osnutki", "juodraščiai", "melnraksti", "mustandid", "טיוטות", "المسودات",
            "مسودات", "下書き", "草稿", "草稿箱", "草稿夹", "草稿匣", "임시보관함", "임시 보관함", "bản nháp", "thư nháp", "draf",
            "konsep", "แบบร่าง", "จดหมายร่าง",
        ],
        .sent: [
            "sent", "sent items", "sent messages", "sent mail", "sent-mail", "sent email", "sent e-mail",
            "sentbox", "gesendet", "gesendete", "gesendete elemente", "gesendete objekte",
            "gesendete nachrichten", "gesendete e-mails", "gesendete mails", "envoyés", "envoyé",
            "messages envoyés", "éléments envoyés", "courrier envoyé", "courriers envoyés", "enviados",
            "elementos enviados", "mensajes enviados", "correo enviado", "correos enviados", "posta inviata",
            "inviati", "inviata", "messaggi inviati", "elementi inviati", "itens enviados", "e-mails enviados",
            "mensagens enviadas", "enviadas", "correio enviado", "enviado", "verzonden", "verzonden items",
            "verzonden berichten", "verzonden objecten", "verzonden e-mail", "skickat", "skickade",
            "skickade objekt", "skickade mail", "skickade meddelanden", "sendt", "sendte", "sendte elementer",
            "sendt post", "sendte mails", "sendt e-post", "lähetetyt", "lähetetyt viestit",
            "lähetetyt kohteet", "wysłane", "elementy wysłane", "odeslané", "odeslaná pošta",
            "odeslané položky", "odoslané", "odoslaná pošta", "elküldött", "elküldött elemek",
            "elküldött levelek", "elküldött üzenetek", "gönderilmiş öğeler", "gönderilenler",
            "gönderilmiş postalar", "gönderilmiş", "gönderildi", "отправленные", "отправленные элементы",
            "надіслані", "надіслані листи", "адпраўленыя", "изпратени", "απεσταλμένα", "σταλμένα", "trimise",
            "elemente trimise", "mesaje trimise", "poslano", "poslane stavke", "išsiųsta", "nosūtītie",
            "saadetud", "saadetud kirjad", "דואר שנשלח", "פריטים שנשלחו", "البريد المرسل", "العناصر المرسلة",
            "送信済み", "送信済みメール", "送信済みアイテム", "送信済みトレイ", "送信済", "送信箱", "已发送", "已发送邮件", "已发邮件", "已传送", "已傳送",
            "已傳送郵件", "寄件備份", "寄件备份", "已寄出", "보낸편지함", "보낸 편지함", "보낸메일함", "보낸 메일함", "thư đã gửi", "đã gửi",
            "terkirim", "จดหมายที่ส่งแล้ว",
        ],
        .trash: [
            "trash", "trash can", "deleted", "deleted items", "deleted messages", "deleted mail", "papierkorb",
            "gelöscht", "gelöschte", "gelöschte elemente", "gelöschte objekte", "gelöschte nachrichten",
            "gelöschte e-mails", "corbeille", "éléments supprimés", "messages supprimés", "papelera",
            "papelera de reciclaje", "elementos eliminados", "mensajes eliminados", "eliminados", "cestino",
            "posta eliminata", "elementi eliminati", "messaggi eliminati", "lixo", "lixeira",
            "itens excluídos", "itens eliminados", "mensagens excluídas", "mensagens eliminadas", "prullenbak",
            "prullenmand", "verwijderd", "verwijderde items", "verwijderde berichten", "papperskorgen",
            "papperskorg", "borttagna objekt", "borttaget", "raderat", "borttagna", "papirkurv", "papirkurven",
            "slettet", "slettet post", "slettede elementer", "roskakori", "poistetut", "poistetut kohteet",
            "kosz", "elementy usunięte", "usunięte", "koš", "odstraněná pošta", "odstraněné položky",
            "odstránená pošta", "kôš", "törölt elemek", "törölt", "lomtár", "çöp kutusu", "çöp",
            "silinmiş öğeler", "silinmiş postalar", "silinenler", "корзина", "удаленные", "удалённые",
            "удаленные элементы", "кошик", "видалені", "видалені елементи", "кошче", "изтрити",
            "κάδος απορριμμάτων", "κάδος", "διαγραμμένα", "coș de gunoi", "elemente șterse", "mesaje șterse",
            "smeće", "koš za smeće", "izbrisane stavke", "šiukšliadėžė", "miskaste", "prügikast", "kustutatud",
            "אשפה", "פריטים שנמחקו", "سلة المهملات", "المهملات", "العناصر المحذوفة", "ゴミ箱", "ごみ箱", "削除済み",
            "削除済みアイテム", "已删除", "已删除邮件", "已刪除", "已刪除郵件", "刪除的郵件", "垃圾桶", "废件箱", "废纸篓", "휴지통", "지운편지함", "지운 편지함",
            "thùng rác", "sampah", "ถังขยะ",
        ],
        .archive: [
            "archive", "archives", "archived", "archiv", "archivo", "archivados", "archiviati", "archivio",
            "arquivo", "arquivo morto", "arquivados", "archief", "arkiv", "arkivet", "arkisto", "archiwum",
            "archív", "archívum", "arşiv", "архив", "архів", "αρχείο", "αρχειοθήκη", "arhivă", "arhiva",
            "arhiv", "archyvas", "arhīvs", "arhiiv", "ארכיון", "أرشيف", "الأرشيف", "アーカイブ", "归档", "存档", "封存",
            "보관함", "보관", "lưu trữ", "arsip",
        ],
        .spam: [
            "spam", "junk", "junk e-mail", "junk email", "junk mail", "junk-e-mail", "junk-email", "bulk",
            "bulk mail", "spamverdacht", "spam-verdacht", "unerwünscht", "courrier indésirable", "indésirable",
            "indésirables", "pourriel", "pourriels", "correo no deseado", "correo electrónico no deseado",
            "no deseado", "no deseados", "posta indesiderata", "indesiderata", "lixo eletrônico",
            "lixo eletrónico", "lixo electrónico", "correio eletrónico não solicitado",
            "correio electrónico não solicitado", "e-mail de lixo", "ongewenste e-mail", "ongewenste email",
            "ongewenste mail", "ongewenst", "skräppost", "uønsket e-post", "uønsket e-mail", "uønsket mail",
            "uønsket", "søppelpost", "søppel-e-post", "roskaposti", "roskapostit", "wiadomości-śmieci",
            "wiadomości śmieci", "niechciane", "nevyžádaná pošta", "nevyžádané", "nevyžiadaná pošta",
            "levélszemét", "gereksiz", "gereksiz e-posta", "önemsiz", "önemsiz e-posta", "istenmeyen",
            "istenmeyen e-posta", "спам", "нежелательная почта", "небажана пошта", "небажана електронна пошта",
            "нежелана поща", "ανεπιθύμητα", "ανεπιθύμητη αλληλογραφία", "ανεπιθύμητη", "mesaje nedorite",
            "nedorite", "neželjena pošta", "neželena pošta", "šlamštas", "mēstules", "rämpspost", "דואר זבל",
            "ספאם", "البريد العشوائي", "البريد غير الهام", "البريد الإلكتروني غير الهام",
            "رسائل غير مرغوب فيها", "迷惑メール", "迷惑メールフォルダ", "垃圾邮件", "垃圾郵件", "垃圾信件", "广告邮件", "スパム", "스팸메일함",
            "스팸함", "스팸편지함", "스팸", "정크", "정크 메일", "정크메일", "정크 이메일", "thư rác", "thư rác (spam)", "อีเมลขยะ",
            "จดหมายขยะ", "surat sampah",
        ],
        .flagged: [
            "flagged", "starred",
        ],
        .all: [
            "all mail"
        ],
    ]

    /// The names that mean a role only where Gmail puts them, below `[Gmail]`.
    static let namesOfGmail: [FolderRole: [String]] = [
        .trash: [
            "bin", "kuka",
        ],
        .flagged: [
            "markiert", "mit stern", "suivis", "messages suivis", "favoris", "destacados", "con estrella",
            "speciali", "com estrela", "met ster", "stjärnmärkt", "stjärnmärkta", "stjernemerket",
            "stjernemarkert", "stjernemarkeret", "stjernemarkerede", "oznaczone gwiazdką", "s hvězdičkou",
            "s hviezdičkou", "csillagozott", "tähdellä merkityt", "yıldızlı", "помеченные", "із зірочкою",
            "με αστέρι", "cu stea", "スター付き", "已加星标", "已加星標", "已加星號", "별표편지함", "별표 편지함",
        ],
        .all: [
            "all messages", "alle nachrichten", "tous les messages", "todos", "todos los mensajes",
            "tutti i messaggi", "todos os e-mails", "todo o correio", "todas as mensagens", "alle berichten",
            "all e-post", "alla mail", "alla meddelanden", "alle mails", "alle e-mails", "kaikki viestit",
            "wszystkie", "všechny zprávy", "všechna pošta", "všetky správy", "összes levél", "tüm postalar",
            "вся почта", "вся пошта", "όλα τα μηνύματα", "toate mesajele", "すべてのメール", "所有邮件", "全部邮件", "所有郵件",
            "全部郵件", "전체보관함", "전체 보관함",
        ],
    ]
}
