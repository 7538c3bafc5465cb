/// Returns the words of a source: runs of ASCII letters, digits and underscores.
package func words(of source: String) -> Set<String> {
    var words: Set<String> = []
    for word in source.utf8.split(whereSeparator: { !isOfWord($0) }) {
        words.insert(String(decoding: word, as: UTF8.self))
    }
    return words
}

private func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
    default: false
    }
}
