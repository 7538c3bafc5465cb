import Cryptography
import DiskFiles
import FoundationEssentials
import Glibc
import Mailboxes
import Testing

@Suite struct `Reading a message` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let large =
        Array("Subject: x\n\n".utf8) + Array(repeating: Array(">From me to you\n".utf8), count: 20_000).joined()

    private func pieces(of content: borrowing MessageContent) throws -> [UInt8] {
        var all: [UInt8] = []
        try content.forEachPiece { piece in
            for index in piece.indices { all.append(piece[index]) }
        }
        return all
    }

    @Test func `a small message is in memory`() throws {
        let message = try #require(try Walked(try folder.write("a", "To: 1\n\nx")).messages.first)
        let content = try MessageReader().read(message)
        let (held, size) = (content.bytes, content.size)
        #expect(held == Array("To: 1\n\nx".utf8) && size == 8)
        let lent: Int64? = content.withFile { _, _, length in length }
        #expect(lent == nil)
        let all = try pieces(of: content)
        #expect(all == held)
    }

    @Test func `a large message is lent as an open file`() throws {
        let message = try #require(try Walked(try folder.write("a", Self.large)).messages.first)
        let content = try MessageReader(memoryLimit: 1000).read(message)
        let (held, digests) = (content.bytes, content.digests)
        #expect(held == nil && digests == MessageDigests(of: Self.large))
        let first: [UInt8]? = try content.withFile { file, offset, length in
            var bytes = [UInt8](repeating: 0, count: Int(length))
            let count = try file.read(into: &bytes, bytes.indices, from: offset)
            return Array(bytes.prefix(count))
        }
        #expect(first == Self.large)
        let all = try pieces(of: content)
        #expect(all == Self.large)
    }

    @Test func `a large quoted message is lent without its quoting`() throws {
        let file = Array("From - \n".utf8) + Self.large + Array("\nFrom - \nA: 2\n".utf8)
        let message = try #require(try Walked(try folder.write("a.mbox", file)).messages.first)
        let plain = Array(String(decoding: Self.large, as: UTF8.self).replacing(">From", with: "From").utf8)
        let content = try MessageReader(memoryLimit: 1000).read(message)
        let (size, digests) = (content.size, content.digests)
        #expect(Int(size) == plain.count && digests == MessageDigests(of: plain))
        let all = try pieces(of: content)
        #expect(all == plain)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left == ["a.mbox"])
    }

    @Test func `a temporary folder that is missing is named`() throws {
        let message = try #require(
            try Walked(try folder.write("a.mbox", Array("From - \n".utf8) + Self.large)).messages.first)
        let missing = "\(folder.path)/missing"
        #expect(throws: MailboxError.noTemporaryFile(directory: missing, errno: ENOENT)) {
            _ = try MessageReader(memoryLimit: 1000, temporaryDirectory: missing).read(message)
        }
    }

    @Test func `a file that grew after its mbox was scanned is refused`() throws {
        let path = try folder.write("a.mbox", "From - \nA: 1\n\n\nFrom - \nA: 2\n\n")
        let messages = try Walked(path).messages
        try folder.write("a.mbox", "From - \nB: 1\n\nmore\n\nFrom - \nA: 2\n\n")
        #expect(throws: MailboxError.changedWhileRead(path: path)) {
            _ = try MessageReader().read(try #require(messages.last))
        }
    }

    @Test func `a large file that changes after it was read is noticed`() throws {
        let path = try folder.write("a", Self.large)
        let content = try MessageReader(memoryLimit: 1000).read(try #require(try Walked(path).messages.first))
        try content.checkUnchanged()
        let result = unsafe truncate(path, 500)
        #expect(result == 0)
        var noticed: MailboxError?
        do {
            _ = try pieces(of: content)
        } catch {
            noticed = error as? MailboxError
        }
        #expect(noticed == .changedWhileRead(path: path))
        do {
            noticed = nil
            try content.checkUnchanged()
        } catch {
            noticed = error
        }
        #expect(noticed == .changedWhileRead(path: path))
    }

    @Test func `a message that is gone is unreadable`() throws {
        let path = try folder.write("cur/a:2,S", "A: 1\n")
        let message = try #require(try Walked(folder.path).messages.first)
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: MailboxError.unreadable(path: path, errno: ENOENT)) { _ = try MessageReader().read(message) }
    }
}
