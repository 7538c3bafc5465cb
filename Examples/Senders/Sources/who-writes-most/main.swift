import Glibc
import MailLedger
import Senders

// The ten authors of whom a ledger has most.
guard CommandLine.arguments.count == 2 else {
    print("usage: who-writes-most LEDGER")
    exit(2)
}
do {
    let ledger = try Ledger.open(
        at: LedgerLocation(CommandLine.arguments[1]), access: .readWrite, adding: [SendersProjector.self])
    for row in try ledger.read({ try SendersQuery(on: $0.connection).most(limit: 10) }) {
        print("\(row.messages)\t\(row.address)")
    }
} catch {
    print("who-writes-most: \(error)")
    exit(1)
}
