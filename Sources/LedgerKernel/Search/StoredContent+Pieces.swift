internal import Content
internal import DiskFiles
package import Domain
package import Mailboxes

extension StoredContent {
    /// Calls `body` with all bytes in order, in pieces of at most 64 KiB where they are not in memory.
    package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        switch self {
        case .bytes(let bytes): try body(bytes)
        case .file(let file):
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            var position: Int64 = 0
            while position < file.size {
                let count = try file.read(into: &piece, from: position)
                guard count > 0 else {
                    throw ContentError.system(call: "read", path: "content", code: SystemCode.inputOutput.number)
                }
                try body(Array(piece[..<count]))
                position += Int64(count)
            }
        }
    }
}

extension WriteRefusal {
    /// The obstacle, and what to do about it.
    package var conflict: DomainError {
        switch self {
        case .notEmpty(let path): .conflict("\(path) is not empty", hint: .nameNewFolderOrAdd)
        case .exists(let path): .conflict("\(path) is there already", hint: .nameNewFileOrReplace)
        case .wrongKind(let path):
            .conflict("\(path) is a file where a folder is needed, or a folder where a file is")
        case .link(let path):
            .conflict("\(path) is a link, and nothing is written through one; name what it leads to, or remove it")
        case .inUse(let path): .conflict("another export is writing to \(path)")
        }
    }
}
