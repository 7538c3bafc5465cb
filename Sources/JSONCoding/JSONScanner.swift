/// Reads a JSON text into tokens and checks all of it (RFC 8259), without recursion.
///
/// It has the memory's buffers until it gives them back.
@safe struct JSONScanner {
    /// Zeros behind the text: they end every scan, so that no loop needs a bounds check, and let eight bytes be loaded anywhere.
    private static let margin = 16

    private let text: UnsafeMutablePointer<UInt8>
    private let textCapacity: Int
    let count: Int
    private var entries: UnsafeMutablePointer<TapeEntry>
    private(set) var entryCount = 0
    private var entryCapacity: Int
    /// The byte being looked at; never beyond `count`.
    var position = 0

    init(_ bytes: Span<UInt8>, in memory: TapeMemory) {
        count = bytes.count
        let state = unsafe memory.state.pointee
        if unsafe state.textCapacity < count + Self.margin {
            unsafe state.text.deallocate()
            textCapacity = 2 * (count + Self.margin)
            unsafe text = .allocate(capacity: textCapacity)
        } else {
            unsafe textCapacity = state.textCapacity
            unsafe text = state.text
        }
        unsafe entries = state.entries
        unsafe entryCapacity = state.entryCapacity
        unsafe (text + count).initialize(repeating: 0, count: Self.margin)
        let copy = unsafe text
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe copy.update(from: start, count: source.count) }
        }
    }

    /// Hands the text and its tokens over.
    func giveBack(to memory: TapeMemory) {
        unsafe memory.state.pointee.text = text
        unsafe memory.state.pointee.textCapacity = textCapacity
        unsafe memory.state.pointee.entries = entries
        unsafe memory.state.pointee.entryCapacity = entryCapacity
        unsafe memory.state.pointee.entryCount = entryCount
    }

    // MARK: Bytes

    /// The byte at the position, 0 at the end.
    var byte: UInt8 {
        @inline(__always) get { unsafe text[position] }
    }

    @inline(__always) func byte(at offset: Int) -> UInt8 {
        unsafe text[min(position + offset, count)]
    }

    @inline(__always) func word() -> UInt64 {
        unsafe UnsafeRawPointer(text + position).loadUnaligned(as: UInt64.self).littleEndian
    }

    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe UnsafeBufferPointer(start: text + range.lowerBound, count: range.count)
    }

    /// Returns the bytes of a scalar.
    @inline(__always) func bytes(of entry: TapeEntry) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: text + Int(entry.start), count: Int(entry.length))
    }

    func error(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
        JSONSyntaxError(reason: position >= count ? .unexpectedEnd : reason, byteOffset: min(position, count))
    }

    @inline(__always) private mutating func skipSpace() {
        while true {
            switch byte {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    // MARK: Entries

    @inline(__always) subscript(index: Int) -> TapeEntry {
        get {
            precondition(index < entryCount)
            return unsafe entries[index]
        }
        set {
            precondition(index < entryCount)
            unsafe entries[index] = newValue
        }
    }

    @inline(__always) mutating func append(_ entry: TapeEntry) {
        if entryCount == entryCapacity { grow() }
        unsafe (entries + entryCount).initialize(to: entry)
        entryCount += 1
    }

    @inline(never) private mutating func grow() {
        let larger = max(64, entryCapacity * 2)
        let fresh = UnsafeMutablePointer<TapeEntry>.allocate(capacity: larger)
        unsafe fresh.update(from: entries, count: entryCount)
        unsafe entries.deallocate()
        unsafe entries = fresh
        entryCapacity = larger
    }

    @inline(__always) mutating func appendScalar(_ kind: TapeEntry.Kind, from start: Int, to end: Int) {
        append(
            TapeEntry(
                kind: kind, start: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: end - start),
                next: UInt32(truncatingIfNeeded: entryCount + 1)))
    }

    // MARK: Text

    /// Reads the whole text.
    mutating func scan() throws(JSONSyntaxError) {
        var open = OpenContainer.none
        var depth = 0
        skipSpace()
        values: while true {
            // A value is at the position.
            switch byte {
            case UInt8(ascii: "\""):
                try scanString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < JSONLimits.depth else { throw error(.tooDeep) }
                depth += 1
                let kind: TapeEntry.Kind = byte == UInt8(ascii: "{") ? .object : .array
                append(TapeEntry(kind: kind, start: UInt32(truncatingIfNeeded: position), cursor: open.index))
                open = OpenContainer(index: UInt32(truncatingIfNeeded: entryCount - 1), isObject: kind == .object)
                position += 1
                skipSpace()
                if byte != (kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    if kind == .object { try scanKey(of: open) }
                    continue values
                }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                try scanNumber()
            default:
                try scanLiteral()
            }
            // The position is after a value, or at a closing bracket right after its opening one.
            while true {
                skipSpace()
                guard let index = open.position else {
                    if position < count { throw error(.trailingBytes) }
                    return
                }
                let isEmpty = entryCount == index + 1
                if !isEmpty {
                    unsafe entries[index].length += 1
                    if byte == UInt8(ascii: ",") {
                        position += 1
                        skipSpace()
                        if open.isObject { try scanKey(of: open) }
                        continue values
                    }
                }
                guard byte == (open.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw error(.unexpectedByte)
                }
                position += 1
                if open.isObject { try KeySet.check(index, self) }
                let parent = self[index].cursor
                unsafe entries[index].next = UInt32(truncatingIfNeeded: entryCount)
                unsafe entries[index].cursor = UInt32(truncatingIfNeeded: index + 1)
                depth -= 1
                open = OpenContainer(index: parent, isObject: parent != .max && self[Int(parent)].kind == .object)
            }
        }
    }

    private struct OpenContainer {
        static let none = OpenContainer(index: .max, isObject: false)
        let index: UInt32
        let isObject: Bool
        var position: Int? { index == .max ? nil : Int(index) }
    }

    /// Reads a key and its colon, up to the value.
    @inline(__always) private mutating func scanKey(of open: OpenContainer)
        throws(JSONSyntaxError)
    {
        let start = position
        guard byte == UInt8(ascii: "\"") else { throw error(.unexpectedByte) }
        try scanString()
        // The object's `next` is set when it ends; until then it holds the mask of its keys.
        let object = Int(open.index)
        var mask = self[object].next
        let isNew = KeySet.insert(entryCount - 1, of: object, mask: &mask, self)
        self[object].next = mask
        guard isNew else {
            throw JSONSyntaxError(reason: .duplicateKey, byteOffset: start)
        }
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw error(.unexpectedByte) }
        position += 1
        skipSpace()
    }

    private mutating func scanLiteral() throws(JSONSyntaxError) {
        switch byte {
        case UInt8(ascii: "n"): try scan("null", .null)
        case UInt8(ascii: "t"): try scan("true", .true)
        case UInt8(ascii: "f"): try scan("false", .false)
        default: throw error(.unexpectedByte)
        }
    }

    private mutating func scan(_ word: StaticString, _ kind: TapeEntry.Kind) throws(JSONSyntaxError) {
        let start = position
        for index in 0..<word.utf8CodeUnitCount {
            guard unsafe byte == word.utf8Start[index] else { throw error(.unexpectedByte) }
            position += 1
        }
        appendScalar(kind, from: start, to: position)
    }
}
