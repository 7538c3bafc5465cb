import ByteSearch

/// Puts one more `>` before `From ` where a line starts with it, behind any number of signs, over pieces of any size.
///
/// This is what mboxrd does (<https://www.jwz.org/doc/content-length.html>), so that ``MboxUnquoter`` gives back the same bytes.
package struct MboxQuoter {
    private static let word = Array("From ".utf8)

    /// The number of letters of the word at the start of the line, after its signs; nil further inside it.
    private var held: Int? = 0

    /// Starts at the first line.
    package init() {}

    /// Returns the next bytes, quoted.
    package mutating func quote(_ input: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(input.count + 16)
        var index = 0
        while index < input.count {
            guard let count = held else {
                let end = firstIndex(of: UInt8(ascii: "\n"), in: input, index..<input.count)
                let next = end.map { $0 + 1 } ?? input.count
                output += input[index..<next]
                held = end.map { _ in 0 }
                index = next
                continue
            }
            let byte = input[index]
            if byte == Self.word[count] {
                index += 1
                held = count + 1
                if count + 1 == Self.word.count {
                    output.append(UInt8(ascii: ">"))
                    output += Self.word
                    held = nil
                }
            } else if byte == UInt8(ascii: ">"), count == 0 {
                output.append(byte)
                index += 1
            } else {
                output += Self.word[..<count]
                held = nil
            }
        }
        return output
    }

    /// Returns the bytes that were held back.
    package mutating func finish() -> [UInt8] {
        defer { held = 0 }
        return Array(Self.word[..<(held ?? 0)])
    }
}
