/// notmuch with a copy of the mail of its own: it renames files when it marks them.
struct Notmuch {
    let mail: String
    private let configuration: String
    let version: String

    init(_ measured: MeasuredMail, below folder: String) throws {
        mail = folder + "/mail"
        configuration = folder + "/config"
        try BenchFiles.makeFolder(folder)
        try BenchFiles.link(measured.path, as: mail)
        // What `notmuch setup` writes when every question is answered by the return key.
        try BenchFiles.write(
            """
            [database]
            path=\(mail)
            [user]
            name=Bench
            primary_email=bench@example.org
            [new]
            tags=unread;inbox;
            [maildir]
            synchronize_flags=true

            """, to: configuration)
        version =
            try Program("notmuch", ["--version"]).output().text.split(separator: "\n").first.map(String.init) ?? ""
    }

    var index: String { mail + "/.notmuch/xapian" }

    func program(_ arguments: String...) -> Program {
        Program("notmuch", arguments, environment: ["NOTMUCH_CONFIG": configuration])
    }

    func importAll() throws -> Program.Usage {
        try BenchFiles.remove(mail + "/.notmuch")
        return try program("new", "--quiet").run()
    }
}

/// mu with a copy of the mail of its own.
struct Mu {
    let mail: String
    private let home: String
    let version: String

    init(_ measured: MeasuredMail, below folder: String) throws {
        mail = folder + "/mail"
        home = folder + "/home"
        try BenchFiles.makeFolder(folder)
        try BenchFiles.link(measured.path, as: mail)
        let words = try Program("mu", ["--version"]).output().text.split(separator: "\n").first?.split(separator: " ")
        version = "mu " + (words?.last.map(String.init) ?? "")
    }

    var index: String { home + "/xapian" }

    func program(_ verb: String, _ arguments: String...) -> Program {
        Program("mu", [verb, "--muhome=\(home)"] + arguments)
    }

    /// - Parameter batchSize: How many messages are written at a time; nil for as many as by default.
    func importAll(batchSize: Int? = nil) throws -> Program.Usage {
        try BenchFiles.remove(home)
        var initialise = program("init", "--maildir=\(mail)")
        if let batchSize { initialise = program("init", "--maildir=\(mail)", "--batch-size=\(batchSize)") }
        try initialise.run()
        return try program("index", "--quiet").run()
    }
}
