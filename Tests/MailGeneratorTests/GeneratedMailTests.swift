import Foundation
import MailGenerator
import TestSupport
import Testing

@Suite struct `Generated mail` {
    @Test func `a seed gives the same bytes, and another seed others`() {
        var writers = [7, 7, 8].map { MessageWriter(count: 40, seed: $0) }
        for index in 0..<40 {
            let bytes = writers.indices.map { writers[$0].message(index) }
            #expect(bytes[0] == bytes[1])
            #expect(bytes[0] != bytes[2])
        }
    }

    @Test func `a message is the same whatever was written before it`() {
        var inOrder = MessageWriter(count: 30, seed: 3)
        var alone = MessageWriter(count: 30, seed: 3)
        let all = (0..<30).map { inOrder.message($0) }
        #expect(alone.message(29) == all[29])
    }

    @Test func `its sizes, answers and threads are those of lists`() {
        var writer = MessageWriter(count: 1_500, seed: 1)
        let messages = (0..<1_500).map { String(decoding: writer.message($0), as: UTF8.self) }
        let sizes = messages.map(\.utf8.count).sorted()
        // The lists: a median of 6.6 kB, a mean of 18.8 kB, 70.6 % with References.
        #expect((5_000...9_000).contains(sizes[750]))
        #expect((10_000...28_000).contains(sizes.reduce(0, +) / 1_500))
        let answers = messages.count { $0.contains("\nReferences: <") }
        #expect((0.58...0.8).contains(Double(answers) / 1_500))
        let threads = Set((0..<1_500).map { writer.thread(of: $0) })
        #expect((2.2...5).contains(1_500 / Double(threads.count)))
    }

    @Test func `a Maildir has every message once, and answers only name messages of its account`() throws {
        let folder = try TemporaryDirectory()
        let mail = try GeneratedMaildir(writingTo: folder.path + "/mail", count: 60)
        var ids: Set<String> = []
        var parents: Set<String> = []
        var count = 0
        for account in GeneratedMaildir.accounts {
            let files = try ["cur", "new"].flatMap { sub in
                try FileManager.default.contentsOfDirectory(atPath: "\(mail.path)/\(account)/\(sub)")
                    .map { "\(mail.path)/\(account)/\(sub)/\($0)" }
            }
            count += files.count
            for file in files {
                // Some have CRLF, which is one Character of its own.
                let bytes = try Data(contentsOf: URL(filePath: file)).filter { $0 != UInt8(ascii: "\r") }
                let text = String(decoding: bytes, as: UTF8.self)
                ids.formUnion(text.matches(of: #/\nMessage-ID: <(.+)>/#).map { account + String($0.output.1) })
                parents.formUnion(text.matches(of: #/\nIn-Reply-To: <(.+)>/#).map { account + String($0.output.1) })
            }
        }
        #expect(count == 60)
        #expect(ids.count == 60)
        #expect(!parents.isEmpty)
        #expect(parents.isSubset(of: ids))
    }
}
