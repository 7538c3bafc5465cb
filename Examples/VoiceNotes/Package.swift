// swift-tools-version: 6.2
import PackageDescription

// A program with a context of its own in the log of a ledger: Docs/Contexts.md tells it step by step.
let package = Package(
    name: "VoiceNotes",
    dependencies: [.package(name: "MailLedger", path: "../..")],
    targets: [
        .target(name: "VoiceNotes", dependencies: [.product(name: "MailLedger", package: "MailLedger")]),
        .executableTarget(name: "voice-notes", dependencies: ["VoiceNotes"]),
        .testTarget(
            name: "VoiceNotesTests",
            dependencies: ["voice-notes", "VoiceNotes", .product(name: "MailLedgerTesting", package: "MailLedger")]),
    ],
    swiftLanguageModes: [.v6]
)
