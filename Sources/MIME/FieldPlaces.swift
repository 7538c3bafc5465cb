import ByteSearch

/// The fields of a header section as places in its bytes, in their order; lines that are no field are left out.
package struct FieldPlaces: Sequence {
    /// One field.
    package struct Field {
        /// Without blanks before the colon.
        package let name: Range<Int>
        /// What follows the colon, with folds, without the last line end.
        package let value: Range<Int>
        /// All of it, with the last line end.
        package let whole: Range<Int>
    }

    private let bytes: [UInt8]
    private let section: Range<Int>

    package init(_ bytes: [UInt8], in section: Range<Int>) {
        self.bytes = bytes
        self.section = section
    }

    package func makeIterator() -> Iterator { Iterator(bytes, section) }

    /// Reads one field after another.
    ///
    /// - Complexity: O(the length of the section) for all of them.
    package struct Iterator: IteratorProtocol {
        private let bytes: [UInt8]
        private let end: Int
        private var position: Int

        fileprivate init(_ bytes: [UInt8], _ section: Range<Int>) {
            self.bytes = bytes
            end = section.upperBound
            position = section.lowerBound
        }

        package mutating func next() -> Field? {
            while position < end {
                let start = position
                position = lineEnd(from: start)
                guard let name = name(in: start..<position), let colon = colon(from: name.upperBound, to: position)
                else { continue }
                while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 {
                    position = lineEnd(from: position)
                }
                var valueEnd = position
                while valueEnd > colon + 1, bytes[valueEnd - 1] == 0x0A || bytes[valueEnd - 1] == 0x0D {
                    valueEnd -= 1
                }
                return Field(name: name, value: (colon + 1)..<valueEnd, whole: start..<position)
            }
            return nil
        }

        private func lineEnd(from start: Int) -> Int {
            firstIndex(of: 0x0A, in: bytes, start..<end).map { $0 + 1 } ?? end
        }

        private func name(in line: Range<Int>) -> Range<Int>? {
            var index = line.lowerBound
            while index < line.upperBound, bytes[index] > 0x20, bytes[index] < 0x7F, bytes[index] != 0x3A { index += 1 }
            return index > line.lowerBound ? line.lowerBound..<index : nil
        }

        private func colon(from start: Int, to end: Int) -> Int? {
            var index = start
            while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
            return index < end && bytes[index] == 0x3A ? index : nil
        }
    }
}
