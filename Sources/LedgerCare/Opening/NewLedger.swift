package import Content
internal import Cryptography
package import DiskFiles
package import EventLog
package import LedgerKernel
internal import SQLiteDatabase

/// A folder where a copy of a ledger is made: a ledger when its log is whole, and until then nothing.
package struct NewLedger {
    let location: LedgerLocation

    /// Refuses a folder that holds something, before anything is written.
    package init(at location: LedgerLocation) throws {
        try location.requireRoomForLedger()
        self.location = location
    }

    /// Fills the content store and the log; if the closure throws, their new files are removed.
    ///
    /// - Parameter place: The place where the ledger lives yet: the copy takes no writes. If a copy of the same place was
    ///   stopped before, its contents are used; other contents are refused.
    package func make(
        as identity: LedgerIdentity, environment: LedgerEnvironment, livingAt place: String? = nil,
        _ fill: (any LogStore, ContentStore) throws -> Void
    ) throws {
        let wasThere = location.exists
        if let place, location.movedTo != place, location.files.exists(location.directory + "/content.sqlite") {
            throw LedgerError.directoryNotEmpty(path: location.directory)
        }
        try lockingFolder {
            try fillFolder(as: identity, environment: environment, livingAt: place, wasThere: wasThere, fill)
        }
    }

    /// Keeps other makers out of the folder while the closure fills it; refuses what one of them has made since.
    func lockingFolder<Output>(_ fill: () throws -> Output) throws -> Output {
        try location.makingLedger {
            try location.requireRoomForLedger()
            return try fill()
        }
    }

    private func fillFolder(
        as identity: LedgerIdentity, environment: LedgerEnvironment, livingAt place: String?, wasThere: Bool,
        _ fill: (any LogStore, ContentStore) throws -> Void
    ) throws {
        do {
            if let place {
                try location.seal(movedTo: place)
                // Its contents are used; a log that was begun has mail that may be erased by now.
                try remove(leftovers())
            } else {
                try removeRemains()
            }
            let content = try ContentStore(directory: location.directory, mode: .create, on: location.files)
            try location.log.makeCopy(of: identity.upToDate, environment: environment.log) { store in
                try fill(store, content)
            }
        } catch {
            // A store that no log names.
            ContentStore.remove(from: location.directory, on: location.files)
            Views.removeFirst(for: location.viewsDirectory, on: location.files)
            if place != nil { try? location.unseal() }
            try? location.markFinished()
            if !wasThere { try? location.files.removeFolder(location.directory) }
            throw error
        }
    }

    /// Removes what an unfinished copy has left, which may be of another backup, or of mail that was erased since.
    func removeRemains() throws {
        Views.removeFirst(for: location.viewsDirectory, on: location.files)
        let names = try leftovers { $0.hasPrefix(LedgerLocation.unfinishedName) }
        // Contents alone, without a log that was being made, are of a ledger that lost its log.
        guard !names.isEmpty else { return }
        ContentStore.remove(from: location.directory, on: location.files)
        try remove(names)
    }

    /// The files of logs that were being made, and others that the closure names.
    private func leftovers(and isOther: (String) -> Bool = { _ in false }) throws -> [String] {
        try location.files.names(in: location.directory).filter { name in
            LogFile(location.logPath, on: location.files).isLeftover(name) || isOther(name)
        }
    }

    private func remove(_ names: [String]) throws {
        for name in names { try location.files.remove("\(location.directory)/\(name)") }
    }
}

extension LedgerLocation {
    /// A folder that does not exist yet, for a trial.
    package static func scratch(on files: any Files) -> LedgerLocation {
        LedgerLocation("\(ScratchFolder.path(orElse: "/tmp"))/mailledger-\(randomBytes(12).hex)", on: files)
    }
}
