internal import Content
internal import DiskFiles
internal import SQLiteDatabase

/// Tells whether something failed because the disk has no room: a client may try again later, and the ledger is whole.
package enum FullDisk {
    package static func isBehind(_ error: any Error) -> Bool {
        switch error {
        case let error as SQLiteError:
            error.isFull || error.isOfSystem && SystemCode(error.systemCode).meansNoRoom
        case let error as ContentError: error == .full
        case let error as FileError: error.code.meansNoRoom
        case LedgerError.io(_, let reason): [SystemCode.noRoom, .overQuota].map(\.words).contains(reason)
        case let error as any MayLackRoom: error.lacksRoom
        default: false
        }
    }
}

/// An error of a place elsewhere, such as a server, whose disk can be full.
package protocol MayLackRoom: Error {
    var lacksRoom: Bool { get }
}
