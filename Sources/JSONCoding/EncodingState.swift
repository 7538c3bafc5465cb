/// The state of one run of the encoder: the bytes so far and the containers that are still open.
///
/// Frame 0 represents the document. A *slot* is a place for exactly one value; each frame has at most one, its latest.
/// Serial numbers distinguish a container or slot that is still current from one whose parent has moved on.
struct EncodingState {
    enum Kind { case root, object, array }

    struct Frame {
        let kind: Kind
        let serial: UInt32
        /// Whether the members are those of a `Dictionary`, which are sorted when the object ends.
        var isDictionary = false
        /// Whether its keys are content, and are written unchanged.
        var keepsKeys = false
        /// The latest slot, and whether it still waits for its value.
        var slot: UInt32 = 0
        var isPending = false
        var memberCount = 0
        /// The start of the latest member, with its comma.
        var memberStart = 0
        /// The start of this object's keys in `members`.
        let firstMember: Int
    }

    struct Member {
        let key: Range<Int>
        let fingerprint: UInt64
    }

    var writer: JSONWriter
    let pretty: Bool
    private let indent: Int
    let nulls: Bool
    let snakeCase: Bool
    let textKeys: [String: String]
    let dictionaryKeys: ObjectIdentifier?
    private(set) var failure: JSONEncodingError?
    private(set) var frames: [Frame] = []
    private var members: [Member] = []
    private var lastSerial: UInt32 = 0

    init(_ options: JSONBytesEncoder.Options, dictionaryKeys: ObjectIdentifier?) {
        writer = JSONWriter(capacity: 1000)
        pretty = options.pretty
        indent = options.indent
        nulls = options.nulls
        snakeCase = options.snakeCase
        textKeys = options.textKeys
        self.dictionaryKeys = dictionaryKeys
        frames.reserveCapacity(8)
        members.reserveCapacity(24)
        frames.append(Frame(kind: .root, serial: makeSerial(), firstMember: 0))
    }

    @inline(__always) private mutating func makeSerial() -> UInt32 {
        lastSerial &+= 1
        return lastSerial
    }

    // MARK: Members

    /// Ends what is open below a container and makes room for its next member.
    @inline(__always) private mutating func beginMember(of depth: Int, serial: UInt32) throws {
        guard depth < frames.count, frames[depth].serial == serial else { throw fail(.containerReused, below: depth) }
        settle(depth)
        frames[depth].memberStart = writer.count
        if frames[depth].memberCount > 0 { writer.write(UInt8(ascii: ",")) }
        frames[depth].memberCount += 1
        if pretty { writer.writeLineBreak(indent: depth + indent) }
    }

    @inline(__always) mutating func beginElement(of depth: Int, serial: UInt32) throws {
        try beginMember(of: depth, serial: serial)
    }

    @inline(__always) mutating func beginKey(
        _ key: String, of depth: Int, serial: UInt32, isText: @autoclosure () -> Bool = false
    ) throws {
        try beginMember(of: depth, serial: serial)
        let start = writer.count
        if snakeCase, !frames[depth].keepsKeys { writer.write(snakeCase: key) } else { writer.write(string: key) }
        if !textKeys.isEmpty, !frames[depth].keepsKeys, isText() { rename(from: start) }
        let range = start + 1..<writer.count - 1
        members.append(Member(key: range, fingerprint: writer.fingerprint(range)))
        if pretty { writer.write(": ") } else { writer.write(UInt8(ascii: ":")) }
    }

    /// Writes the key that begins at an index by its other name, if it has one.
    private mutating func rename(from start: Int) {
        guard let name = textKeys[String(decoding: writer.bytes(start + 1..<writer.count - 1), as: UTF8.self)] else {
            return
        }
        writer.truncate(to: start)
        writer.write(string: name)
    }

    /// Takes back the latest member of a container after its value threw.
    mutating func rollBack(_ depth: Int, slot: UInt32) {
        guard isCurrent(slot, in: depth) else {
            _ = fail(.containerReused, below: depth)
            return
        }
        frames.removeLast(frames.count - depth - 1)
        writer.truncate(to: frames[depth].memberStart)
        frames[depth].isPending = false
        if frames[depth].memberCount > 0 { frames[depth].memberCount -= 1 }
        let kept = frames[depth].firstMember + (frames[depth].kind == .object ? frames[depth].memberCount : 0)
        members.removeLast(members.count - kept)
    }

    /// Notes that the keys of a container that was just opened are content.
    mutating func keepKeys(in depth: Int) {
        if frames.indices.contains(depth) { frames[depth].keepsKeys = true }
    }

    // MARK: Slots and containers

    @inline(__always) mutating func openSlot(in depth: Int) -> UInt32 {
        let serial = makeSerial()
        frames[depth].slot = serial
        frames[depth].isPending = true
        return serial
    }

    /// Whether a slot is still the latest of its frame: a value may have written to a container further up.
    @inline(__always) private func isCurrent(_ slot: UInt32, in depth: Int) -> Bool {
        depth < frames.count && frames[depth].slot == slot
    }

    /// Ends the value in a slot; a value that wrote nothing becomes `{}`.
    @inline(__always) mutating func close(slot: UInt32, in depth: Int) throws {
        guard isCurrent(slot, in: depth) else { throw fail(.containerReused, below: depth) }
        settle(depth)
    }

    /// Takes a slot for a single value, which the caller writes next.
    @inline(__always) mutating func fill(slot: UInt32, in depth: Int) throws {
        guard isCurrent(slot, in: depth), frames[depth].isPending else {
            throw fail(.containerReused, below: depth)
        }
        frames[depth].isPending = false
    }

    /// Opens a container in a slot, or returns the open one that fills it; 0 if the slot is closed to it.
    mutating func openContainer(_ kind: Kind, isDictionary: Bool = false, slot: UInt32, in depth: Int) -> UInt32 {
        guard isCurrent(slot, in: depth) else {
            _ = fail(.containerReused, below: depth)
            return 0
        }
        guard frames[depth].isPending else {
            if depth + 1 < frames.count, frames[depth + 1].kind == kind {
                if isDictionary { frames[depth + 1].isDictionary = true }
                return frames[depth + 1].serial
            }
            _ = fail(.containerReused, below: depth)
            return 0
        }
        guard depth < JSONLimits.depth else {
            _ = fail(.tooDeep, below: depth)
            return 0
        }
        frames[depth].isPending = false
        writer.write(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        let serial = makeSerial()
        frames.append(Frame(kind: kind, serial: serial, isDictionary: isDictionary, firstMember: members.count))
        return serial
    }

    /// Ends everything that is open below a container; an unused slot becomes `{}`, as in Foundation's encoder.
    @inline(__always) mutating func settle(_ depth: Int) {
        while frames.count > depth + 1 { closeLast() }
        if frames[depth].isPending {
            writer.write("{}")
            frames[depth].isPending = false
        }
    }

    private mutating func closeLast() {
        let depth = frames.count - 1
        if frames[depth].isPending { writer.write("{}") }
        let frame = frames[depth]
        if frame.kind == .object {
            if frame.isDictionary { sortMembers(of: frame, depth: depth) }
            if hasDuplicateKey(from: frame.firstMember) { _ = fail(.duplicateKey, below: depth) }
            members.removeLast(members.count - frame.firstMember)
        }
        frames.removeLast()
        if pretty, frame.memberCount > 0 { writer.writeLineBreak(indent: depth - 1 + indent) }
        writer.write(frame.kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    /// Ends the run: whatever container is still held somewhere refuses from now on.
    mutating func end() {
        frames.removeAll()
    }

    // MARK: Keys

    /// Puts the members of a dictionary in the order of their keys' bytes.
    private mutating func sortMembers(of frame: Frame, depth: Int) {
        guard frame.memberCount > 1 else { return }
        let separator = pretty ? 2 + 2 * (depth + indent) : 1
        var pieces: [(key: [UInt8], keyLength: Int, bytes: Range<Int>)] = []
        pieces.reserveCapacity(frame.memberCount)
        for index in frame.firstMember..<members.count {
            let member = members[index].key
            let isLast = index + 1 == members.count
            let end = isLast ? writer.count : members[index + 1].key.lowerBound - 1 - separator
            let key = Escapes.removed(from: writer.bytes(member))
            pieces.append((key, member.count, member.lowerBound - 1..<end))
        }
        pieces.sort { $0.key.lexicographicallyPrecedes($1.key) }
        let start = members[frame.firstMember].key.lowerBound - 1
        let unsorted = writer.bytes(start..<writer.count)
        writer.truncate(to: start)
        members.removeLast(members.count - frame.firstMember)
        for (index, piece) in pieces.enumerated() {
            if index > 0 {
                writer.write(UInt8(ascii: ","))
                if pretty { writer.writeLineBreak(indent: depth + indent) }
            }
            let key = writer.count + 1..<writer.count + 1 + piece.keyLength
            writer.write(unsorted[piece.bytes.lowerBound - start..<piece.bytes.upperBound - start])
            members.append(Member(key: key, fingerprint: writer.fingerprint(key)))
        }
    }

    /// Whether two keys from an index on are the same; escaped forms are equal exactly when the keys are.
    private func hasDuplicateKey(from first: Int) -> Bool {
        let count = members.count - first
        guard count > 1 else { return false }
        if count <= 32 {
            for later in first + 1..<members.count {
                for earlier in first..<later where members[earlier].fingerprint == members[later].fingerprint {
                    if writer.isEqual(members[earlier].key, members[later].key) { return true }
                }
            }
            return false
        }
        var seen: Set<ArraySlice<UInt8>> = []
        return !members[first...].allSatisfy { seen.insert(writer.bytes($0.key)).inserted }
    }

    // MARK: Errors

    /// Notes a failure, so that it counts even where `encode(to:)` cannot throw or swallows the error.
    mutating func fail(_ reason: JSONEncodingError.Reason, below depth: Int) -> JSONEncodingError {
        let path = path(to: depth).map(\.stringValue).joined(separator: ".")
        let error = JSONEncodingError(reason: reason, path: path)
        failure = failure ?? error
        return error
    }

    /// Returns the error for a number that JSON cannot hold; nothing has been written, so the caller may recover.
    func nonFinite(in depth: Int, key: String?) -> JSONEncodingError {
        var steps = path(to: depth).map(\.stringValue)
        if let key { steps.append(frames.indices.contains(depth) && frames[depth].isDictionary ? "*" : key) }
        return JSONEncodingError(reason: .nonFiniteNumber, path: steps.joined(separator: "."))
    }

    /// Works out the coding path of a frame from the latest members of the frames above it.
    func path(to depth: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        for frame in frames[0..<max(0, min(depth, frames.count))] {
            switch frame.kind {
            case .root: break
            case .array: path.append(PathKey(intValue: frame.memberCount - 1))
            case .object where frame.isDictionary: path.append(PathKey.hidden)
            case .object:
                let key = members[frame.firstMember + frame.memberCount - 1].key
                path.append(
                    PathKey(stringValue: String(decoding: Escapes.removed(from: writer.bytes(key)), as: UTF8.self)))
            }
        }
        return path
    }
}
