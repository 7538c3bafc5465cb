internal import EventLog
internal import Projections

extension LedgerErasure {
    /// Checks that an erasure would find the key of earlier ones, or that it needs none.
    ///
    /// - Throws: ``ErasureKeyFault``.
    public func requireKey() throws {
        _ = try ledger.read { try $0.erasureKey() }
    }

    /// Tells how the key stands to what the log says was erased.
    public func keyState() throws -> ErasureKeyState {
        do {
            return try requiredKeyState()
        } catch let fault as ErasureKeyFault {
            return fault.state
        }
    }

    /// Tells the same of a key that can be used.
    ///
    /// - Throws: ``ErasureKeyFault`` for one that cannot.
    func requiredKeyState() throws -> ErasureKeyState {
        try ledger.read { reader in
            guard try reader.erasureKey() != nil else { return .unneeded }
            return try ErasuresQuery(on: reader.connection).keyCheck() == nil ? .unchecked : .right
        }
    }
}
