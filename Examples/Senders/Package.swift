// swift-tools-version: 6.2
import PackageDescription

// A program of its own that adds a read model to a ledger: Docs/Projections.md tells it step by step.
let package = Package(
    name: "Senders",
    dependencies: [.package(name: "MailLedger", path: "../..")],
    targets: [
        .target(name: "Senders", dependencies: [.product(name: "MailLedger", package: "MailLedger")]),
        .executableTarget(name: "who-writes-most", dependencies: ["Senders"]),
        .testTarget(
            name: "SendersTests",
            dependencies: ["Senders", .product(name: "MailLedgerTesting", package: "MailLedger")]),
    ],
    swiftLanguageModes: [.v6]
)
