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

func module(
    _ name: String, path: String? = nil, excludes: [String] = [], uses dependencies: [Target.Dependency] = []
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, exclude: excludes, swiftSettings: settings)
}

func tests(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.target(name: name), "TestSupport"] + dependencies,
        path: "Tests/\(name)Tests",
        swiftSettings: settings
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
                "MailLedger", "WireModels", "Predicates", "Projections", "Notes", "Mail", "Chat", "Outbox", "Assist",
                "Access", "Domain",
                "EventLog", "SQLite", "CivilTime",
            ]),
        .library(name: "MailLedgerTesting", targets: ["MailLedgerTesting"]),
        .library(name: "Faults", type: .dynamic, targets: ["Faults"]),
    ],
    targets: [
        systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        systemLibrary("CGLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev"),
        systemLibrary("CGMime", pkgConfig: "gmime-3.0", apt: "libgmime-3.0-dev"),
        systemLibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        systemLibrary("CTLS", pkgConfig: nil, apt: "libssl-dev"),
        systemLibrary("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),
        systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        systemLibrary("CMicroHTTPD", pkgConfig: nil, apt: "libmicrohttpd-dev"),
        systemLibrary("CLibPQ", pkgConfig: nil, apt: "libpq-dev"),

        module("DiskFiles", uses: ["CivilTime"]),
        module("ByteSearch"),
        module("Suggestions"),
        module("SystemIdentity"),
        module("Terminals", uses: ["DiskFiles"]),
        module("Processes", uses: ["DiskFiles"]),
        module("Loading"),
        module("CivilTime"),
        module("Hashing", uses: ["CCrypto", "Loading"]),
        module("Signing", uses: ["CCrypto", "Hashing"]),
        module("Compression", uses: ["CZstd", "CZlib"]),
        module("JSONCoding", uses: ["ByteSearch"]),
        module("Threading"),
        module("SQLite", uses: ["CSQLite", "DiskFiles"]),
        module(
            "EventLog", uses: ["SQLite", "DiskFiles", "Hashing", "Signing", "JSONCoding", "Threading", "CivilTime"]),
        module("Domain", uses: ["EventLog", "Hashing"]),
        module("Mail", uses: ["Domain", "EventLog", "Hashing", "JSONCoding", "CivilTime"]),
        module("Chat", uses: ["Domain", "EventLog", "JSONCoding", "CivilTime"]),
        module("Outbox", uses: ["Domain", "EventLog", "CivilTime"]),
        module("Notes", uses: ["Domain", "EventLog", "Hashing", "JSONCoding", "CivilTime"]),
        module("Assist", uses: ["Domain", "EventLog"]),
        module("Access", uses: ["Domain", "EventLog", "Signing", "Hashing", "CivilTime"]),
        module(
            "WireModels", uses: ["Notes", "Mail", "Chat", "Assist", "EventLog", "DiskFiles", "JSONCoding", "CivilTime"]),
        module("MIME", uses: ["CGMime", "DiskFiles", "ByteSearch", "Loading", "CivilTime"]),
        module("Configuration", uses: ["CGLib", "DiskFiles", "Loading"]),
        module("Mailboxes", uses: ["IMAPProtocol", "DiskFiles", "ByteSearch", "Hashing", "Compression", "CivilTime"]),
        module("Content", uses: ["SQLite", "DiskFiles", "Hashing", "Compression"]),
        module(
            "Projections", path: "Projections", excludes: ["README.md"],
            uses: [
                "Notes", "Mail", "Chat", "Outbox", "Assist", "Access", "Domain", "EventLog", "SQLite", "Hashing",
                "JSONCoding", "CivilTime", "Suggestions",
            ]),
        module(
            "MailLedger",
            uses: [
                "WireModels", "Projections", "MIME", "IMAPProtocol", "Mailboxes", "Content", "Notes", "Mail", "Chat",
                "Outbox",
                "Assist", "Access", "Domain",
                "EventLog", "SQLite", "DiskFiles", "SystemIdentity",
                "Hashing", "Signing", "JSONCoding", "Threading", "CivilTime",
            ]
        ),
        module("LibPQ", uses: ["CLibPQ", "Loading", "CivilTime"]),
        // Ledgers on a PostgreSQL server, which many nodes open.
        module(
            "Fleet",
            uses: [
                "MailLedger", "Content", "EventLog", "LibPQ", "SQLite", "DiskFiles", "Hashing", "Signing",
                "JSONCoding", "Threading", "CivilTime",
            ]),
        module(
            "Reports",
            uses: [
                "WebPage", "MailLedger", "Projections", "Mailboxes", "Content", "Mail", "EventLog", "DiskFiles",
                "Hashing", "Signing", "JSONCoding", "CivilTime",
            ]),
        module(
            "HTTPServer",
            uses: ["CMicroHTTPD", "Loading", "Threading", "DiskFiles", "Processes", "Signing", "CivilTime"]),
        module("StreamSockets", uses: ["CTLS", "HTTPServer", "Loading", "CivilTime"]),
        // The page that a browser shows: its files, which a plugin writes as Swift.
        .executableTarget(
            name: "embed-assets", dependencies: ["DiskFiles"], path: "Sources/EmbedAssets", swiftSettings: settings),
        .plugin(name: "EmbedAssets", capability: .buildTool, dependencies: ["embed-assets"]),
        .target(
            name: "WebPage", dependencies: ["DiskFiles", "Hashing"], exclude: ["Assets", "Types"],
            swiftSettings: settings,
            plugins: ["EmbedAssets"]),
        // The mail of the demo, so that the program shows it wherever it is.
        .target(
            name: "SampleMail", dependencies: ["DiskFiles"], exclude: ["Assets"], swiftSettings: settings,
            plugins: ["EmbedAssets"]),
        module(
            "LedgerAPI",
            uses: [
                "HTTPServer", "StreamSockets", "WebPage", "JMAP", "IMAPServer", "MailLedger", "MIME", "WireModels",
                "Projections", "Access", "Content", "EventLog", "SQLite", "DiskFiles", "Threading", "Hashing",
                "Signing", "JSONCoding", "CivilTime",
            ]),
        module(
            "JMAP",
            uses: [
                "MailLedger", "Projections", "MIME", "Mail", "Domain", "EventLog", "SQLite", "Hashing", "JSONCoding",
                "CivilTime",
            ]),
        module("IMAPProtocol"),
        module(
            "IMAPServer",
            uses: [
                "IMAPProtocol", "JMAP", "MailLedger", "Projections", "MIME", "Mail", "Domain", "EventLog", "SQLite",
                "Hashing", "CivilTime", "ByteSearch",
            ]),
        module("Predicates", uses: ["MailLedger", "Projections", "Mail", "EventLog", "CivilTime"]),
        module(
            "MailLedgerTesting",
            uses: [
                "MailLedger", "WireModels", "Projections", "Notes", "Mail", "Chat", "Assist", "EventLog", "Hashing",
                "DiskFiles", "CSQLite", "Threading", "CivilTime",
            ]),
        module("ArgumentParser", uses: ["Terminals", "DiskFiles", "Suggestions"]),
        module(
            "CommandLineTool",
            uses: [
                "ArgumentParser", "Reports", "LedgerAPI", "HTTPServer", "IMAPServer", "Fleet", "MailLedger",
                "WireModels", "Projections",
                "Configuration", "Content", "Mailboxes", "Notes", "Mail", "Chat", "Outbox",
                "Assist", "Access", "EventLog", "DiskFiles", "Terminals", "Processes", "Threading", "SystemIdentity",
                "Hashing", "Signing", "JSONCoding", "CivilTime", "WebPage", "SampleMail",
            ]
        ),
        // `main` of the program, in C: see there.
        .executableTarget(name: "ProgramEntry", dependencies: ["CommandLineTool"]),

        // The pages and schemas that `make pages` writes; no part of the tool.
        module("Reference", uses: ["ArgumentParser", "MailLedger", "JSONCoding"]),
        .executableTarget(
            name: "write-pages", dependencies: ["Reference", "CommandLineTool", "ArgumentParser", "DiskFiles"],
            path: "Sources/WritePages", swiftSettings: settings),

        // The figures of Docs/Performance.md. CLoops is what they are held against: the same work in plain C.
        .target(name: "CLoops", dependencies: ["CSQLite"], path: "Benchmarks/CLoops"),
        module("MailGenerator", path: "Benchmarks/MailGenerator", uses: ["CivilTime"]),
        .executableTarget(
            name: "ledger-bench",
            dependencies: [
                "MailGenerator", "CLoops", "Fleet", "MailLedger", "Projections", "Mail", "EventLog", "LibPQ", "SQLite",
                "Threading", "Hashing", "CivilTime",
            ],
            path: "Benchmarks/Bench",
            swiftSettings: settings
        ),

        module("TestSupport", path: "Tests/TestSupport", uses: ["Hashing"]),
        .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
        // What stands between the tool and the C library where a test lets calls fail; preloaded, never installed.
        .target(name: "Faults", path: "Tests/Faults"),
        // The readers of what strangers write, as the suite and `make fuzz` drive them.
        module(
            "Fuzzing", path: "Tests/Fuzzing/Targets",
            uses: [
                "MailLedger", "Projections", "MIME", "Mailboxes", "Configuration", "Mail", "EventLog", "DiskFiles",
                "Signing", "Hashing", "JSONCoding", "HTTPServer", "JMAP", "IMAPProtocol",
            ]),
        tests("Fuzzing"),
        // The read model of the example package, tried here with every kind of ledger.
        module("SendersExample", path: "Examples/Senders/Sources/Senders", uses: ["Mail", "EventLog", "SQLite"]),
        // The context of the other example package.
        module(
            "VoiceNotesExample", path: "Examples/VoiceNotes/Sources/VoiceNotes",
            uses: ["MailLedger", "Projections", "Domain", "EventLog", "SQLite"]),
        tests("DiskFiles", uses: ["MailLedgerTesting", "SQLite", "Hashing"]),
        tests("SQLite"),
        tests("Hashing"),
        tests("Signing", uses: ["Hashing"]),
        tests("Compression"),
        tests("Threading"),
        tests("Loading"),
        tests("CivilTime"),
        tests("JSONCoding"),
        tests(
            "EventLog",
            uses: [
                "MailLedgerTesting", "FleetSupport", "Fleet", "DiskFiles", "SQLite", "Hashing", "Signing", "JSONCoding",
                "Threading", "CivilTime",
            ]),
        tests("Mail", uses: ["EventLog", "Hashing", "JSONCoding", "CivilTime"]),
        tests("Chat", uses: ["EventLog"]),
        tests("Outbox", uses: ["EventLog", "CivilTime"]),
        tests("Notes", uses: ["EventLog", "Hashing", "JSONCoding", "CivilTime"]),
        tests("Assist", uses: ["Domain", "EventLog"]),
        tests("Access", uses: ["EventLog", "Hashing", "CivilTime"]),
        tests("MIME", uses: ["DiskFiles"]),
        tests("Configuration"),
        tests("Mailboxes", uses: ["IMAPProtocol", "DiskFiles", "Hashing", "Compression"]),
        tests("Content", uses: ["FleetSupport", "Fleet", "LibPQ", "EventLog", "DiskFiles", "SQLite", "Hashing"]),
        tests("Projections", uses: ["Mail", "Assist", "EventLog", "SQLite", "Hashing", "CivilTime"]),
        tests(
            "WireModels",
            uses: ["MailLedgerTesting", "Notes", "Mail", "Chat", "Assist", "EventLog", "JSONCoding", "CivilTime"]),
        tests(
            "MailLedger",
            uses: [
                "FleetSupport", "Fleet", "VoiceNotesExample", "MailLedgerTesting", "WireModels", "Projections", "MIME",
                "Mailboxes", "Content", "Notes", "Mail",
                "Chat",
                "Outbox", "Assist", "Access", "EventLog", "SQLite", "Hashing", "Signing", "JSONCoding", "CivilTime",
            ]
        ),
        tests(
            "Reports",
            uses: [
                "MailLedger", "MailLedgerTesting", "Projections", "Mail", "EventLog", "Hashing", "Signing",
                "JSONCoding", "CivilTime",
            ]),
        tests("HTTPServer"),
        tests("LibPQ"),
        // A server and a database for the tests of all modules that a fleet is kept by.
        module("FleetSupport", path: "Tests/FleetSupport", uses: ["Fleet", "LibPQ", "TestSupport"]),
        tests(
            "Fleet",
            uses: [
                "FleetSupport", "MailLedger", "MailLedgerTesting", "Projections", "Content", "Mail", "EventLog",
                "LibPQ", "SQLite", "DiskFiles", "Hashing", "Threading", "CivilTime",
            ]),
        tests("WebPage"),
        tests("SampleMail", uses: ["DiskFiles"]),
        tests(
            "LedgerAPI",
            uses: [
                "HTTPServer", "JMAP", "WebPage", "MailLedger", "MailLedgerTesting", "WireModels", "Projections",
                "Access", "Mail",
                "EventLog", "DiskFiles", "Hashing", "JSONCoding", "CivilTime", "SQLite",
            ]),
        tests("JMAP", uses: ["MailLedger", "Projections", "Access", "Mail", "EventLog", "Hashing", "JSONCoding"]),
        tests("IMAPProtocol"),
        tests(
            "IMAPServer",
            uses: [
                "IMAPProtocol", "JMAP", "MIME", "MailLedger", "MailLedgerTesting", "Projections", "Mail", "EventLog",
                "SQLite", "DiskFiles", "CivilTime", "Hashing", "ByteSearch",
            ]),
        tests("Predicates", uses: ["MailLedger", "Projections", "Notes", "Mail", "EventLog", "Hashing", "CivilTime"]),
        tests(
            "MailLedgerTesting",
            uses: ["SendersExample", "MailLedger", "Projections", "Mail", "EventLog", "SQLite", "Hashing", "CivilTime"]),
        tests("ArgumentParser"),
        tests("MailGenerator"),
        tests("Reference", uses: ["ArgumentParser", "CommandLineTool"]),
        tests(
            "CommandLineTool",
            uses: [
                "CSpawn", "FleetSupport", "Fleet", "ArgumentParser", "Reference", "Configuration", "Compression",
                "Content",
                "MailLedger",
                "VoiceNotesExample", "MailLedgerTesting",
                "WireModels", "Projections",
                "Notes",
                "Mail", "Assist", "Access", "EventLog", "SQLite", "DiskFiles", "Processes", "Terminals", "Threading",
                "Hashing",
                "Signing", "JSONCoding", "CivilTime",
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
