/// Takes one `>` from each line that starts with `>From `, `>>From `, …, as mboxrd writes them, over pieces of any size.
struct MboxUnquoter {
    private static let word = Array("From ".utf8)

    /// The length of the held-back part of `>From `: 0 nothing, 1 the sign, 2 to 5 the sign and letters; nil inside a
    /// line.
    private var held: Int? = 0

    /// Unquotes all of a message.
    static func unquote(_ bytes: [UInt8]) -> [UInt8] {
        var unquoter = MboxUnquoter()
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        unquoter.feed(bytes, into: &plain)
        unquoter.finish(into: &plain)
        return plain
    }

    /// Appends the next bytes, unquoted, to `output`: never more than were fed and five.
    mutating func feed(_ input: some RandomAccessCollection<UInt8>, into output: inout [UInt8]) {
        for byte in input {
            if let count = held {
                if advance(count, over: byte, into: &output) { continue }
            }
            output.append(byte)
            held = byte == UInt8(ascii: "\n") ? 0 : nil
        }
    }

    /// Appends the bytes that were held back.
    mutating func finish(into output: inout [UInt8]) {
        release(held ?? 0, into: &output)
        held = 0
    }

    /// Takes one byte at the start of a line; false if it is an ordinary one.
    private mutating func advance(_ count: Int, over byte: UInt8, into output: inout [UInt8]) -> Bool {
        if byte == UInt8(ascii: ">"), count <= 1 {
            // In a row of signs only the last can be one too many.
            release(count, into: &output)
            held = 1
            return true
        }
        if count >= 1, byte == Self.word[count - 1] {
            if count == Self.word.count {
                output += Self.word
                held = nil
            } else {
                held = count + 1
            }
            return true
        }
        release(count, into: &output)
        return false
    }

    private func release(_ count: Int, into output: inout [UInt8]) {
        if count >= 1 { output.append(UInt8(ascii: ">")) }
        if count >= 2 { output += Self.word[..<(count - 1)] }
    }
}
