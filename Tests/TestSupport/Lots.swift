/// Returns a text with words in the place of what is drawn by lot: `ID` for an id, `TIME` for a time, `FILE` for a Maildir's file.
///
/// An id is `[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`, a time `integer([0-9]{16})`, and the name of a file begins as
/// `[0-9]+.M[0-9]+P` and ends before a colon, a quotation mark or a space. Ten thousands of rows are read so, too many for a
/// regular expression.
package func withoutLots(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for (word, end) in lots { bytes = replacing(bytes, word, end) }
    return String(decoding: bytes, as: UTF8.self)
}

/// Returns the end of what begins at a place; nil where nothing does.
private typealias EndOfLot = @Sendable ([UInt8], Int) -> Int?

private let lots: [(word: [UInt8], end: EndOfLot)] = [
    (Array("ID".utf8), endOfID), (Array("TIME".utf8), endOfTime), (Array("FILE".utf8), endOfFile),
]

private func replacing(_ bytes: [UInt8], _ word: [UInt8], _ end: EndOfLot) -> [UInt8] {
    var (result, place): ([UInt8], Int) = ([], 0)
    result.reserveCapacity(bytes.count)
    while place < bytes.count {
        if let end = end(bytes, place) {
            result += word
            place = end
        } else {
            result.append(bytes[place])
            place += 1
        }
    }
    return result
}

@Sendable private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

@Sendable private func endOfID(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start + 36 <= bytes.count else { return nil }
    for index in 0..<36 {
        let byte = bytes[start + index]
        let isRight =
            [8, 13, 18, 23].contains(index)
            ? byte == UInt8(ascii: "-")
            : isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        guard isRight else { return nil }
    }
    return start + 36
}

private let timeStart = Array("integer(".utf8)

@Sendable private func endOfTime(_ bytes: [UInt8], _ start: Int) -> Int? {
    let digits = start + timeStart.count
    guard bytes[start] == timeStart[0], digits + 17 <= bytes.count, bytes[start..<digits].elementsEqual(timeStart),
        bytes[digits..<digits + 16].allSatisfy(isDigit), bytes[digits + 16] == UInt8(ascii: ")")
    else { return nil }
    return digits + 17
}

@Sendable private func endOfFile(_ bytes: [UInt8], _ start: Int) -> Int? {
    var place = start
    func takeDigits() -> Bool {
        let first = place
        while place < bytes.count, isDigit(bytes[place]) { place += 1 }
        return place > first
    }
    func take(_ sign: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }
    guard takeDigits(), take("."), take("M"), takeDigits(), take("P") else { return nil }
    while place < bytes.count, !":\" ".utf8.contains(bytes[place]) { place += 1 }
    return place
}
