import Cryptography
import IMAPServer
import Testing

@Suite struct MessageMemoryTests {
    private final class Reads {
        var memory: MessageMemory
        var count = 0

        init(mostBytes: Int) { memory = MessageMemory(mostBytes: mostBytes) }

        func ask(_ number: Int, length: Int = 488) -> IMAPMessage {
            let text = Array(String(repeating: "\(number % 10)", count: length).utf8)
            return memory.message(SHA256Hasher.digest(of: Array("\(number)".utf8))) {
                count += 1
                return IMAPMessage(text)
            }
        }
    }

    @Test func `a message that is asked for again is not read again`() {
        let reads = Reads(mostBytes: 1 << 20)
        for number in 0..<300 { _ = reads.ask(number) }
        for number in 0..<300 { #expect(reads.ask(number).size == 488) }
        #expect(reads.count == 300)
    }

    @Test func `what is asked for stays, and the rest goes beyond the bound`() {
        // Twenty of them, in two halves.
        let reads = Reads(mostBytes: 20_000)
        for number in 0..<500 {
            _ = reads.ask(number)
            _ = reads.ask(7)
            #expect(reads.memory.count <= 20)
        }
        #expect(reads.count == 500)
        _ = reads.ask(499)
        #expect(reads.count == 500)
        _ = reads.ask(100)
        #expect(reads.count == 501)
    }

    @Test func `a message that is larger than a half is not kept, and keeps the others`() {
        let reads = Reads(mostBytes: 20_000)
        _ = reads.ask(1)
        for _ in 0..<3 { #expect(reads.ask(2, length: 30_000).size == 30_000) }
        _ = reads.ask(1)
        #expect(reads.count == 4 && reads.memory.count == 1)
    }
}
