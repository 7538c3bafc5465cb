/// Finds a duplicate key of an object, without a table for each object.
///
/// A word of 32 bits per object shows for most keys at once that they are new; other keys are compared with those
/// before them. Large objects are sorted at their end instead, so that hostile ones cost no quadratic time.
enum KeySet {
    private static let largest = 64

    /// Returns whether a key of an open object is new so far.
    ///
    /// `mask` belongs to the object and begins as 0.
    @inline(__always) static func insert(
        _ key: Int, of object: Int, mask: inout UInt32, _ scanner: JSONScanner
    ) -> Bool {
        let entry = scanner[key]
        let bit: UInt32
        if entry.hasEscapes {
            // Its first byte may be spelt in several ways: let it meet every other key.
            bit = .max
        } else {
            let bytes = unsafe scanner.bytes(of: entry)
            let ends = unsafe bytes.isEmpty ? 0 : UInt32(bytes[0]) &* 31 &+ UInt32(bytes[bytes.count - 1]) &* 7
            bit = 1 << ((ends &+ entry.length &* 13) & 31)
        }
        let isNew = mask & bit == 0
        mask |= bit
        return isNew || scanner[object].length >= Self.largest || !contains(key, of: object, scanner)
    }

    /// Ends an object; a large one is checked now.
    static func check(_ object: Int, _ scanner: JSONScanner) throws(JSONSyntaxError) {
        guard scanner[object].length > Self.largest else { return }
        var keys: [(bytes: [UInt8], start: Int)] = []
        keys.reserveCapacity(Int(scanner[object].length))
        var index = object + 1
        while index < scanner.entryCount {
            keys.append((bytes(of: scanner[index], scanner), Int(scanner[index].start) - 1))
            index = Int(scanner[index + 1].next)
        }
        keys.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        for (one, other) in zip(keys, keys.dropFirst()) where one.bytes == other.bytes {
            throw JSONSyntaxError(reason: .duplicateKey, byteOffset: max(one.start, other.start))
        }
    }

    private static func contains(_ key: Int, of object: Int, _ scanner: JSONScanner) -> Bool {
        var index = object + 1
        while index < key {
            if isEqual(scanner[index], scanner[key], scanner) { return true }
            index = Int(scanner[index + 1].next)
        }
        return false
    }

    private static func isEqual(_ one: TapeEntry, _ other: TapeEntry, _ scanner: JSONScanner) -> Bool {
        if one.hasEscapes || other.hasEscapes { return bytes(of: one, scanner) == bytes(of: other, scanner) }
        return unsafe one.length == other.length && scanner.bytes(of: one).elementsEqual(scanner.bytes(of: other))
    }

    private static func bytes(of key: TapeEntry, _ scanner: JSONScanner) -> [UInt8] {
        let inside = unsafe scanner.bytes(of: key)
        return unsafe key.hasEscapes ? Escapes.removed(from: Array(inside)[...]) : Array(inside)
    }
}
