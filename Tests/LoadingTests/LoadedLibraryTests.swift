import Loading
import Testing

@Suite struct `A library that is loaded when it is called` {
    @Test func `has the functions that were found`() {
        let table = unsafe loaded(0, from: "nothing") { table in
            unsafe table.pointee = 7
            return nil
        }
        #expect(table == 7)
    }

    @Test func `ends the process where it is missing, as the dynamic loader would`() async throws {
        let result = try await #require(
            processExitsWith: .exitCode(127), observing: [\.standardErrorContent],
            performing: {
                unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2) { reason in
                    unsafe reason[0] = CChar(UInt8(ascii: "x"))
                    unsafe reason[1] = 0
                    let start = unsafe UnsafePointer(reason.baseAddress)
                    _ = unsafe loaded(0, from: "libx1") { _ in unsafe start }
                }
            })
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("error while loading shared libraries: x (Debian: apt-get install libx1)\n"))
    }
}
