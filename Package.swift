// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every target: what the compiler may check, it checks everywhere.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A library that Debian keeps: a module map and a shim header, nothing else.
///
/// What pkg-config says of one is handed to the linker; one that is not asked about is found when it is called.
func systemLibrary(_ name: String, pkgConfig: String?, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// Where tests spend their time. With `MAILLEDGER_OPTIMIZED`, as `make` sets it, these are optimised in debug builds, too; their
/// assertions stay. It is no default, since SwiftPM lets no package depend on one that has flags of its own.
let optimizedModules: Set = [
    "ArgumentParsing", "ByteSearch", "CivilTime", "Compression", "Content", "ContentTests", "Cryptography", "DiskFiles",
    "EventLog", "EventLogTests", "IMAPProtocol", "IMAPServer", "IMAPServerTests", "ImportExport", "JMAP", "JSONCoding",
    "LedgerContexts", "LedgerHistory", "LedgerKernel", "LibPQ", "Mail", "MailGenerator", "MailLedgerTesting",
    "Mailboxes", "MIME", "Projections", "QueryLanguage", "SQLiteDatabase", "SQLiteDatabaseTests", "TestSupport",
]

/// How the tool itself is linked then: as the release binary. Tests start it 4,000 times, and each start would look up the names
/// of 30 libraries, two thirds of its time. `MAILLEDGER_PLAIN_LINK` is for builds that the compiler instruments.
let toolLinking: [LinkerSetting] =
    Context.environment["MAILLEDGER_OPTIMIZED"] == nil || Context.environment["MAILLEDGER_PLAIN_LINK"] != nil
    ? []
    : [
        .unsafeFlags(
            ["-static-stdlib", "-Xclang-linker", "--ld-path=\(Context.packageDirectory)/Scripts/ld-debug"],
            .when(configuration: .debug))
    ]

func settings(of module: String) -> [SwiftSetting] {
    guard Context.environment["MAILLEDGER_OPTIMIZED"] != nil, optimizedModules.contains(module) else { return settings }
    return settings + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]
}

func module(
    _ name: String, path: String? = nil, excludes: [String] = [], uses dependencies: [Target.Dependency] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path, exclude: excludes, swiftSettings: settings(of: name))
}

func tests(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.target(name: name), "TestSupport"] + dependencies,
        path: "Tests/\(name)Tests",
        swiftSettings: settings(of: name + "Tests")
    )
}

let package = Package(
    name: "MailLedger",
    products: [
        .executable(name: "mailledger", targets: ["ProgramEntry"]),
        // Whoever adds a read model writes against events and tables, too.
        .library(
            name: "MailLedger",
            targets: [
                "MailLedger", "WireModels", "Predicates", "Projections", "Notes", "Mail", "Chat", "Outbox",
                "Assist", "Access", "Domain", "EventLog", "SQLiteDatabase", "CivilTime",
            ]),
        .library(name: "MailLedgerTesting", targets: ["MailLedgerTesting"]),
        .library(name: "Faults", type: .dynamic, targets: ["Faults"]),
    ],
    targets: [
        systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        systemLibrary("CGLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev"),
        systemLibrary("CGMime", pkgConfig: "gmime-3.0", apt: "libgmime-3.0-dev"),
        systemLibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        systemLibrary("CNettle", pkgConfig: "nettle", apt: "nettle-dev"),
        systemLibrary("CTLS", pkgConfig: nil, apt: "libssl-dev"),
        systemLibrary("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),
        systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        systemLibrary("CMicroHTTPD", pkgConfig: nil, apt: "libmicrohttpd-dev"),
        systemLibrary("CLibPQ", pkgConfig: nil, apt: "libpq-dev"),
        systemLibrary("CCurl", pkgConfig: nil, apt: "libcurl4-openssl-dev"),

        module("DiskFiles", uses: ["CivilTime"]),
        module("ByteSearch"),
        module("Suggestions"),
        module("SystemIdentity"),
        module("Terminals", uses: ["DiskFiles"]),
        module("Processes", uses: ["DiskFiles"]),
        module("Loading"),
        module("CivilTime"),
        module("Cryptography", uses: ["CCrypto", "CNettle", "Loading"]),
        module("Compression", uses: ["CZstd", "CZlib"]),
        module("JSONCoding", uses: ["ByteSearch"]),
        module("Parallel"),
        module("SQLiteDatabase", uses: ["CSQLite", "DiskFiles"]),
        module(
            "EventLog", uses: ["SQLiteDatabase", "DiskFiles", "Cryptography", "JSONCoding", "Parallel", "CivilTime"]),
        module("Domain", uses: ["EventLog", "Cryptography"]),
        module("Mail", uses: ["Domain", "EventLog", "Cryptography", "JSONCoding", "CivilTime"]),
        module("Chat", uses: ["Domain", "EventLog", "JSONCoding", "CivilTime"]),
        module("Outbox", uses: ["Domain", "EventLog", "CivilTime"]),
        module("Notes", uses: ["Domain", "EventLog", "Cryptography", "JSONCoding", "CivilTime"]),
        module("Assist", uses: ["Domain", "EventLog"]),
        module("Access", uses: ["Domain", "EventLog", "Cryptography", "CivilTime"]),
        module(
            "WireModels", uses: ["Notes", "Mail", "Chat", "Assist", "EventLog", "DiskFiles", "JSONCoding", "CivilTime"]),
        // With the names of HTML's characters, which the plugin writes as Swift, too.
        .target(
            name: "MIME", dependencies: ["CGMime", "DiskFiles", "ByteSearch", "Loading", "CivilTime"],
            exclude: ["Assets"], swiftSettings: settings(of: "MIME"), plugins: ["EmbedAssets"]),
        module("ConfigurationFiles", uses: ["CGLib", "DiskFiles", "Loading"]),
        module(
            "Mailboxes",
            uses: ["IMAPProtocol", "DiskFiles", "ByteSearch", "Cryptography", "Compression", "CivilTime"]),
        // With the dictionary of its frames, which a plugin writes as Swift.
        .target(
            name: "Content", dependencies: ["SQLiteDatabase", "DiskFiles", "Cryptography", "Compression"],
            exclude: ["Assets"], swiftSettings: settings(of: "Content"), plugins: ["EmbedAssets"]),
        module(
            "Projections", path: "Projections", excludes: ["README.md"],
            uses: [
                "Notes", "Mail", "Chat", "Outbox", "Assist", "Access", "Domain", "EventLog", "SQLiteDatabase",
                "Cryptography", "JSONCoding", "CivilTime", "Suggestions",
            ]),
        // What a query says, read and explained.
        module(
            "QueryLanguage",
            uses: ["Projections", "MIME", "Mail", "Assist", "Domain", "EventLog", "CivilTime"]),
        // A ledger: reading, deciding and appending; it names no context and no request.
        module(
            "LedgerKernel",
            uses: [
                "QueryLanguage", "WireModels", "Projections", "MIME", "Mailboxes", "Content", "Mail", "Domain",
                "EventLog", "SQLiteDatabase", "DiskFiles", "SystemIdentity", "Cryptography", "JSONCoding", "Parallel",
                "CivilTime",
            ]),
        // What happened: the log of operations, why, and what differs between two moments.
        module(
            "LedgerHistory",
            uses: [
                "LedgerKernel", "QueryLanguage", "Projections", "MIME", "Notes", "Mail", "Chat", "Outbox", "Assist",
                "Domain", "EventLog", "SQLiteDatabase", "Cryptography", "JSONCoding", "CivilTime",
            ]),
        // The contexts of this package, with what they decide, undo and erase.
        module(
            "LedgerContexts",
            uses: [
                "LedgerHistory", "LedgerKernel", "QueryLanguage", "Projections", "MIME", "IMAPProtocol",
                "Mailboxes", "Content", "Notes", "Mail", "Chat", "Outbox", "Assist", "Access", "Domain", "EventLog",
                "SQLiteDatabase", "Cryptography", "JSONCoding", "CivilTime",
            ]),
        // Opening, verifying, proving and keeping a ledger.
        module(
            "LedgerCare",
            uses: [
                "LedgerContexts", "LedgerHistory", "LedgerKernel", "Projections", "MIME", "Mailboxes", "Content",
                "Mail", "Domain", "EventLog", "SQLiteDatabase", "DiskFiles", "Cryptography", "JSONCoding",
                "CivilTime",
            ]),
        // What programs ask, and the forms of the answers.
        module(
            "Requests",
            uses: [
                "LedgerCare", "LedgerContexts", "LedgerHistory", "LedgerKernel", "QueryLanguage", "WireModels",
                "Projections", "MIME", "Content", "Notes", "Mail", "Chat", "Outbox", "Assist", "Access", "Domain",
                "EventLog", "DiskFiles", "Cryptography", "JSONCoding", "CivilTime",
            ]),
        // What comes in from mailboxes and other logs, and what goes out.
        module(
            "ImportExport",
            uses: [
                "Requests", "LedgerCare", "LedgerContexts", "LedgerHistory", "LedgerKernel", "Projections", "MIME",
                "Mailboxes", "Content", "Mail", "Domain", "EventLog", "SQLiteDatabase", "DiskFiles", "Cryptography",
                "JSONCoding", "Parallel", "CivilTime",
            ]),
        // The library: its parts, and what only programs in Swift use.
        module(
            "MailLedger",
            uses: [
                "ImportExport", "Requests", "LedgerCare", "LedgerContexts", "LedgerHistory", "LedgerKernel",
                "QueryLanguage", "WireModels", "Projections", "Mailboxes", "Content", "Mail", "Domain", "EventLog",
                "SQLiteDatabase", "DiskFiles", "Cryptography", "Parallel", "CivilTime",
            ]),
        module("LibPQ", uses: ["CLibPQ", "Loading", "CivilTime"]),
        module("HTTPAsking", uses: ["CCurl", "Loading"]),
        // Ledgers on a PostgreSQL server, which many nodes open.
        module(
            "Fleet",
            uses: [
                "MailLedger", "Content", "EventLog", "LibPQ", "SQLiteDatabase", "DiskFiles", "Cryptography",
                "JSONCoding", "Parallel", "CivilTime",
            ]),
        module(
            "Reports",
            uses: [
                "WebPage", "MailLedger", "Projections", "Mailboxes", "Content", "Mail", "EventLog", "DiskFiles",
                "Cryptography", "JSONCoding", "CivilTime",
            ]),
        module(
            "HTTPServing",
            uses: [
                "CMicroHTTPD", "Loading", "Parallel", "DiskFiles", "Processes", "Cryptography", "CivilTime",
            ]),
        module("StreamSockets", uses: ["CTLS", "HTTPServing", "Loading", "CivilTime"]),
        // The page that a browser shows: its files, which a plugin writes as Swift.
        .executableTarget(
            name: "embed-assets", dependencies: ["DiskFiles"], path: "Sources/EmbedAssets", swiftSettings: settings),
        .plugin(name: "EmbedAssets", capability: .buildTool, dependencies: ["embed-assets"]),
        .target(
            name: "WebPage", dependencies: ["DiskFiles", "Cryptography"], exclude: ["Assets", "Types"],
            swiftSettings: settings,
            plugins: ["EmbedAssets"]),
        // The mail of the demo, so that the program shows it wherever it is.
        .target(
            name: "SampleMail", dependencies: ["DiskFiles"], exclude: ["Assets"], swiftSettings: settings,
            plugins: ["EmbedAssets"]),
        module(
            "LedgerAPI",
            uses: [
                "HTTPServing", "StreamSockets", "WebPage", "JMAP", "IMAPServer", "MailLedger", "MIME", "WireModels",
                "Projections", "Access", "Content", "EventLog", "SQLiteDatabase", "DiskFiles", "Parallel",
                "Cryptography", "JSONCoding", "CivilTime",
            ]),
        module(
            "JMAP",
            uses: [
                "MailLedger", "Projections", "MIME", "Mail", "Domain", "EventLog", "SQLiteDatabase", "Cryptography",
                "JSONCoding", "CivilTime",
            ]),
        module("IMAPProtocol"),
        module(
            "IMAPServer",
            uses: [
                "IMAPProtocol", "JMAP", "Compression", "MailLedger", "Projections", "MIME", "Mail", "Domain",
                "EventLog", "SQLiteDatabase", "Cryptography", "CivilTime", "ByteSearch",
            ]),
        module("Predicates", uses: ["MailLedger", "Projections", "Mail", "EventLog", "CivilTime"]),
        module(
            "MailLedgerTesting",
            uses: [
                "MailLedger", "WireModels", "Projections", "Notes", "Mail", "Chat", "Assist", "EventLog",
                "Cryptography", "DiskFiles", "CSQLite", "Parallel", "CivilTime",
            ]),
        module("ArgumentParsing", uses: ["Terminals", "DiskFiles", "Suggestions"]),
        module(
            "CommandLineTool",
            uses: [
                "ArgumentParsing", "Reports", "LedgerAPI", "HTTPServing", "HTTPAsking", "IMAPServer", "Fleet",
                "MailLedger", "WireModels", "Projections", "ConfigurationFiles", "Content", "Mailboxes", "Notes",
                "Mail", "Chat",
                "Outbox", "Assist", "Access", "EventLog", "DiskFiles", "Terminals", "Processes", "Parallel",
                "SystemIdentity", "Cryptography", "JSONCoding", "CivilTime", "WebPage", "SampleMail",
            ]
        ),
        // `main` of the program, in C: see there.
        .executableTarget(name: "ProgramEntry", dependencies: ["CommandLineTool"], linkerSettings: toolLinking),

        // The pages and schemas that `make pages` writes; no part of the tool.
        module("Reference", uses: ["ArgumentParsing", "MailLedger", "JSONCoding"]),
        .executableTarget(
            name: "write-pages", dependencies: ["Reference", "CommandLineTool", "ArgumentParsing", "DiskFiles"],
            path: "Sources/WritePages", swiftSettings: settings),

        // The figures of Docs/Performance.md. CLoops is what they are held against: the same work in plain C.
        .target(name: "CLoops", dependencies: ["CSQLite"], path: "Benchmarks/CLoops"),
        module("MailGenerator", path: "Benchmarks/MailGenerator", uses: ["CivilTime"]),
        .executableTarget(
            name: "ledger-bench",
            dependencies: [
                "MailGenerator", "CLoops", "Fleet", "MailLedger", "Projections", "Mail", "EventLog", "LibPQ",
                "SQLiteDatabase", "Parallel", "Cryptography", "CivilTime",
            ],
            path: "Benchmarks/Bench",
            swiftSettings: settings
        ),

        module("TestSupport", path: "Tests/TestSupport", uses: ["SQLiteDatabase", "Cryptography", "TestThreads"]),
        // Threads for what tests do at once: see there.
        .target(name: "TestThreads", path: "Tests/TestThreads"),
        .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
        // What stands between the tool and the C library where a test lets calls fail; preloaded, never installed.
        .target(name: "Faults", path: "Tests/Faults"),
        // The readers of what strangers write, as the suite and `make fuzz` drive them.
        module(
            "Fuzzing", path: "Tests/Fuzzing/Targets",
            uses: [
                "MailLedger", "Projections", "MIME", "Mailboxes", "ConfigurationFiles", "Mail", "EventLog",
                "DiskFiles", "Cryptography", "JSONCoding", "HTTPServing", "LedgerAPI", "JMAP", "IMAPProtocol",
            ]),
        tests("Fuzzing"),
        // The read model of the example package, tried here with every kind of ledger.
        module(
            "SendersExample", path: "Examples/Senders/Sources/Senders",
            uses: ["Mail", "EventLog", "SQLiteDatabase"]),
        // The context of the other example package.
        module(
            "VoiceNotesExample", path: "Examples/VoiceNotes/Sources/VoiceNotes",
            uses: ["MailLedger", "Projections", "Domain", "EventLog", "SQLiteDatabase"]),
        tests("DiskFiles", uses: ["MailLedgerTesting", "SQLiteDatabase", "Cryptography"]),
        tests("SQLiteDatabase", uses: ["DiskFiles"]),
        tests("Cryptography"),
        tests("Compression"),
        tests("Parallel"),
        tests("Loading"),
        tests("CivilTime"),
        tests("JSONCoding"),
        tests(
            "EventLog",
            uses: [
                "MailLedgerTesting", "FleetSupport", "Fleet", "DiskFiles", "SQLiteDatabase", "Cryptography",
                "JSONCoding", "Parallel", "CivilTime",
            ]),
        tests("Mail", uses: ["EventLog", "Cryptography", "JSONCoding", "CivilTime"]),
        tests("Chat", uses: ["EventLog"]),
        tests("Outbox", uses: ["EventLog", "CivilTime"]),
        tests("Notes", uses: ["EventLog", "Cryptography", "JSONCoding", "CivilTime"]),
        tests("Assist", uses: ["Domain", "EventLog"]),
        tests("Access", uses: ["EventLog", "Cryptography", "CivilTime"]),
        tests("MIME", uses: ["DiskFiles"]),
        tests("ConfigurationFiles"),
        tests("Mailboxes", uses: ["IMAPProtocol", "DiskFiles", "Cryptography", "Compression"]),
        tests(
            "Content",
            uses: [
                "FleetSupport", "Fleet", "LibPQ", "EventLog", "DiskFiles", "SQLiteDatabase", "Cryptography",
                "Compression",
            ]),
        tests(
            "Projections",
            uses: [
                "Mail", "Chat", "Assist", "EventLog", "SQLiteDatabase", "DiskFiles", "Cryptography", "CivilTime",
            ]),
        tests(
            "WireModels",
            uses: [
                "MailLedgerTesting", "Notes", "Mail", "Chat", "Assist", "EventLog", "JSONCoding", "CivilTime",
            ]),
        tests(
            "MailLedger",
            uses: [
                "LedgerKernel", "LedgerContexts", "ImportExport", "FleetSupport", "Fleet", "VoiceNotesExample",
                "MailLedgerTesting", "WireModels", "Projections", "MIME", "Mailboxes", "Content", "Notes", "Mail",
                "Chat", "Outbox", "Assist", "Access", "EventLog", "SQLiteDatabase", "DiskFiles", "Cryptography",
                "JSONCoding",
                "CivilTime",
            ]),
        tests(
            "Reports",
            uses: [
                "MailLedger", "MailLedgerTesting", "Projections", "Mail", "EventLog", "Cryptography", "JSONCoding",
                "CivilTime",
            ]),
        tests("HTTPServing"),
        tests("HTTPAsking"),
        tests("LibPQ"),
        // A server and a database for the tests of all modules that a fleet is kept by.
        module("FleetSupport", path: "Tests/FleetSupport", uses: ["Fleet", "LibPQ", "TestSupport"]),
        tests(
            "Fleet",
            uses: [
                "FleetSupport", "MailLedger", "MailLedgerTesting", "Projections", "Content", "Mail", "EventLog",
                "LibPQ", "SQLiteDatabase", "DiskFiles", "Cryptography", "Parallel", "CivilTime",
            ]),
        tests("WebPage"),
        tests("SampleMail", uses: ["DiskFiles"]),
        tests(
            "LedgerAPI",
            uses: [
                "HTTPServing", "JMAP", "WebPage", "MailLedger", "MailLedgerTesting", "WireModels", "Projections",
                "Access", "Mail", "EventLog", "DiskFiles", "Cryptography", "JSONCoding", "CivilTime",
                "SQLiteDatabase",
            ]),
        tests(
            "JMAP",
            uses: [
                "MailLedger", "Projections", "Access", "Mail", "EventLog", "SQLiteDatabase", "Cryptography",
                "JSONCoding",
            ]),
        tests("IMAPProtocol"),
        tests(
            "IMAPServer",
            uses: [
                "IMAPProtocol", "JMAP", "Compression", "MIME", "MailLedger", "MailLedgerTesting", "Projections", "Mail",
                "EventLog", "SQLiteDatabase", "DiskFiles", "CivilTime", "Cryptography", "ByteSearch",
            ]),
        tests(
            "Predicates",
            uses: ["MailLedger", "Projections", "Notes", "Mail", "EventLog", "Cryptography", "CivilTime"]),
        tests(
            "MailLedgerTesting",
            uses: [
                "SendersExample", "MailLedger", "Projections", "Mail", "EventLog", "SQLiteDatabase", "Cryptography",
                "CivilTime",
            ]),
        tests("ArgumentParsing"),
        tests("MailGenerator"),
        tests("Reference", uses: ["ArgumentParsing", "CommandLineTool"]),
        tests(
            "CommandLineTool",
            uses: [
                "QueryLanguage", "LedgerKernel", "CSpawn", "FleetSupport", "Fleet", "ArgumentParsing", "Reference",
                "ConfigurationFiles", "Compression", "Content", "MailLedger", "VoiceNotesExample",
                "MailLedgerTesting", "WireModels", "Projections", "Notes", "Mail", "Assist", "Access", "EventLog",
                "SQLiteDatabase", "DiskFiles", "Processes", "Terminals", "Parallel", "Cryptography", "JSONCoding",
                "CivilTime",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// What libFuzzer links its own `main` to: `make fuzz` asks for it, no other build could link it.
if Context.environment["MAILLEDGER_FUZZ_DRIVER"] != nil {
    package.targets.append(
        .executableTarget(
            name: "ledger-fuzz", dependencies: ["Fuzzing"], path: "Tests/Fuzzing/Driver",
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}
