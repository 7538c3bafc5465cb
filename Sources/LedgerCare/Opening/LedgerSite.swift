package import Content
package import DiskFiles
package import EventLog
internal import LedgerContexts
package import LedgerKernel

/// Where a ledger is, or where one can be made as a copy of another.
package protocol LedgerSite: Sendable {
    /// What messages call it: the path of a folder, a URL without its password.
    var name: String { get }
    /// The disk of this machine that work in progress may use.
    var disk: any Files { get }
    /// Opens the ledger for reading and writing; nil if there is none yet.
    func openLedger(environment: LedgerEnvironment) throws -> Ledger?
    /// Makes a ledger with the id of another, filled by the closure; if the closure throws, there is none.
    ///
    /// The closure gets a step that builds the read models of the events which it has received, as a trial of them.
    func makeLedger(
        as identity: LedgerIdentity, environment: LedgerEnvironment,
        _ fill: (any LogStore, ContentStore, _ takeIn: () throws -> Void) throws -> Void
    ) throws
}

extension LedgerLocation: LedgerSite {
    package func openLedger(environment: LedgerEnvironment) throws -> Ledger? {
        hasLog ? try Ledger.open(at: self, access: .readWrite, environment: environment) : nil
    }

    package func makeLedger(
        as identity: LedgerIdentity, environment: LedgerEnvironment,
        _ fill: (any LogStore, ContentStore, _ takeIn: () throws -> Void) throws -> Void
    ) throws {
        try NewLedger(at: self).make(as: identity, environment: environment) { store, content in
            try fill(store, content) {
                try Views.buildFirst(
                    of: store, for: viewsDirectory, on: files, projections: Contexts.builtIn.projections,
                    catalogue: Contexts.builtIn.catalogue)
            }
        }
    }
}
