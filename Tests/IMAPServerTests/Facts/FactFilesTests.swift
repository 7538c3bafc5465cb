import DiskFiles
import MailLedger
import TestSupport
import Testing

@Suite struct FactFilesTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func files(canWrite: Bool = true, mostBytes: Int64? = nil) -> FactFiles {
        FactFiles(in: folder.path("facts"), on: KernelFiles.shared, canWrite: canWrite, mostBytes: mostBytes)
    }

    private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

    @Test func `a file has what was written last, until all are removed`() throws {
        let files = files()
        #expect(files.contents(of: .init("a", 1)) == nil)
        try files.write([1], to: .init("a", 1)) { false }
        try files.write([2, 3], to: .init("a", 1)) { false }
        try files.write([4], to: .init("b", 1)) { false }
        #expect(files.contents(of: .init("a", 1)) == [2, 3] && files.contents(of: .init("b", 1)) == [4])
        try files.removeAll()
        #expect(files.contents(of: .init("a", 1)) == nil && files.contents(of: .init("b", 1)) == nil)
        try files.removeAll()
    }

    @Test func `what was read before an erasure is not written, and a reader writes nothing`() throws {
        try files().write([1], to: .init("a", 1)) { true }
        try files(canWrite: false).write([1], to: .init("a", 2)) { false }
        #expect(files().contents(of: .init("a", 1)) == nil && files().contents(of: .init("a", 2)) == nil)
    }

    @Test func `beyond the bound the facts of the earliest messages go`() throws {
        let files = files(mostBytes: 1_000)
        func kept() -> [Int64] { (0..<40).filter { files.contents(of: .init("a", $0)) != nil } }
        for number in 0..<20 { try files.write(bytes(100), to: .init("a", Int64(number))) { false } }
        #expect(kept().contains(19) && !kept().contains(5) && (8...10).contains(kept().count))
        // Earlier ones do not push out later ones.
        let before = kept()
        try files.write(bytes(400), to: .init("a", 2)) { false }
        #expect(kept() == before)
        try files.write(bytes(2_000), to: .init("a", 30)) { false }
        #expect(!kept().contains(30))
    }
}
