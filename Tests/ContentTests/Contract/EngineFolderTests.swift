import TestSupport
import Testing

/// Which files of the module know an engine.
struct EngineFolderTests {
    @Test func `one folder alone knows SQLite`() throws {
        let sources = "\(projectRoot)/Sources/Content"
        let files = filesBelow(sources).filter { $0.hasSuffix(".swift") }
        let knowing = try files.filter { name in
            String(decoding: try read("\(sources)/\(name)"), as: UTF8.self).contains("import SQLite")
        }
        #expect(knowing.count >= 4)
        #expect(knowing.filter { !$0.hasPrefix("SQLiteFolder/") } == [])
    }
}
