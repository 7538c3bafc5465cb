internal import EventLog
public import LedgerKernel
internal import Projections

extension LedgerErasure {
    /// Checks that an erasure would find the key of earlier ones, or that it needs none.
    ///
    /// - Throws: ``ErasureKeyFault``.
    public func requireKey() throws {
        _ = try ledger.read { try $0.erasureKey() }
    }

    /// Returns the state of the key, compared with the log's erasures.
    public func keyState() throws -> ErasureKeyState {
        do {
            return try requiredKeyState()
        } catch let fault as ErasureKeyFault {
            return fault.state
        }
    }

    /// Returns the state of a usable key.
    ///
    /// - Throws: ``ErasureKeyFault`` for one that is not usable.
    package func requiredKeyState() throws -> ErasureKeyState {
        try ledger.read { reader in
            guard try reader.erasureKey() != nil else { return .unneeded }
            return try ErasuresQuery(on: reader.connection).keyCheck() == nil ? .unchecked : .right
        }
    }
}
