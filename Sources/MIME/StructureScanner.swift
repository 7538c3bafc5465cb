/// One part without parts of its own, or a message within a message.
struct Part {
    var number: String
    var fields: ContentFields
    /// The encoded content: an empty range until its end is met.
    var body: Range<Int64>
    /// The multiparts of kind `alternative` around it.
    var alternatives: [Int]
    var isInRelated: Bool
    /// Whether parts of this message within follow in the list.
    var isMessage = false

    /// Whether it is a message within that is encoded as a whole, against RFC 2046 section 5.2.1: it is decoded to be read.
    var isEncodedMessage: Bool { !isMessage && fields.isMessage && fields.encoding != .identity }
}

/// Finds the parts of a message in one pass (RFC 2046 section 5.1), without recursion and without keeping content.
///
/// GMime's own parser keeps preambles, headers and an object for each part in memory: 20 MB of small parts take 1.3 GB there. This
/// keeps a place in the source for each part, up to the limits.
struct StructureScanner {
    private(set) var parts: [Part] = []
    /// The parts and the multiparts around them.
    private(set) var nodes: [ScannedNode] = []
    private(set) var limitsHit: Set<ParseLimit> = []
    /// The type of the message as a whole.
    private(set) var contentType = "text/plain"
    /// The charset of the first part that is text; nil if it names none.
    private(set) var textCharset: String?
    private var hasText = false

    private let limits: ParseLimits
    private var stack = BoundaryStack()
    private var alternativeCount = 0
    /// The part whose end has not been met.
    private var openLeaf: Int?
    /// The multiparts whose closing delimiter was met and whose epilogue goes on, with the depth of each.
    private var epilogues: [(depth: Int, node: Int)] = []

    init(limits: ParseLimits) {
        self.limits = limits
    }

    /// Scans the body below a message's header section to its end, or to the limit on parts.
    mutating func scan(_ reader: inout SourceReader, header: HeaderSection) throws(MIMEError) {
        var content = fields(of: header)
        contentType = content.mimeType
        var isWithin = open(content, number: [], isRoot: true, header.start..<header.bodyStart)
        var position = header.bodyStart
        while parts.count < limits.parts {
            if isWithin {
                let inner = try headerSection(&reader, at: position)
                position = inner.bodyStart
                content = fields(of: inner)
                isWithin = open(
                    content, number: stack.frames.last?.number ?? [], isRoot: true, inner.start..<inner.bodyStart)
                continue
            }
            guard let frame = try skipToDelimiter(&reader, from: &position) else { return }
            stack.frames[frame].childCount += 1
            let number = stack.frames[frame].number + [stack.frames[frame].childCount]
            let isDigest = stack.frames[frame].isDigest
            let section = try headerSection(&reader, at: position)
            position = section.bodyStart
            content = fields(of: section, inDigest: isDigest)
            isWithin = open(content, number: number, isRoot: false, section.start..<section.bodyStart)
        }
        limitsHit.insert(.parts)
        closeAll(at: position)
    }

    private mutating func headerSection(
        _ reader: inout SourceReader, at position: Int64
    ) throws(MIMEError) -> HeaderSection {
        let section = try HeaderSection.read(from: &reader, at: position, limit: limits.field, boundaries: stack)
        if section.isCut { limitsHit.insert(.field) }
        return section
    }

    private mutating func fields(of header: HeaderSection, inDigest: Bool = false) -> ContentFields {
        var isCut = false
        let fields = ContentFields(
            header, inDigest: inDigest, limit: limits.field, textCharset: textCharset, isCut: &isCut)
        if isCut { limitsHit.insert(.field) }
        if !hasText, fields.type == "text" {
            hasText = true
            textCharset = fields.charset
        }
        return fields
    }

    /// Opens the entity whose header has been read. Returns whether the header of a message within follows.
    ///
    /// The number of a message's own body is that of the message, with `.1` if it is no multipart (RFC 9051, 6.4.5.1).
    private mutating func open(
        _ content: ContentFields, number: [Int], isRoot: Bool, _ header: Range<Int64>
    ) -> Bool {
        let parent = stack.frames.last
        let bodyStart = header.upperBound
        let node = addNode(ScannedNode(parent: parent?.node, header: header, fields: content))
        var frame = BoundaryStack.Frame(
            boundary: nil, number: number, alternatives: parent?.alternatives ?? [],
            isRelated: parent?.isRelated ?? false,
            bodyStart: bodyStart, node: node ?? parent?.node ?? 0)
        let hasRoom = stack.frames.count < limits.depth
        if content.type == "multipart", let boundary = content.boundary {
            if hasRoom {
                frame.boundary = boundary
                frame.isRelated = content.subtype == "related"
                frame.isDigest = content.subtype == "digest"
                if content.subtype == "alternative" {
                    frame.alternatives.append(alternativeCount)
                    alternativeCount += 1
                }
                stack.frames.append(frame)
                return false
            }
            limitsHit.insert(.depth)
        }
        let leafNumber = isRoot ? number + [1] : number
        // A multipart without a boundary has no parts, only text.
        let isText = content.type == "multipart" && content.boundary == nil
        var part = Part(
            number: leafNumber.map(String.init).joined(separator: "."), fields: isText ? ContentFields() : content,
            body: bodyStart..<bodyStart,
            alternatives: frame.alternatives, isInRelated: frame.isRelated)
        let isMessage = content.isMessage && content.encoding == .identity
        if isMessage && !hasRoom { limitsHit.insert(.depth) }
        if isMessage && hasRoom {
            part.isMessage = true
            frame.number = leafNumber
            frame.alternatives = []
            frame.isRelated = false
            frame.part = parts.count
            stack.frames.append(frame)
        } else {
            openLeaf = parts.count
        }
        if let node { nodes[node].part = parts.count }
        parts.append(part)
        return part.isMessage
    }

    /// Adds a node to the tree; nil if there are as many as twice the parts: multiparts may be empty.
    @discardableResult private mutating func addNode(_ node: ScannedNode) -> Int? {
        guard nodes.count < 2 * limits.parts else { return nil }
        nodes.append(node)
        return nodes.count - 1
    }

    /// Skips to behind the next delimiter line that starts a part and returns its multipart; `nil` at the end of the source.
    private mutating func skipToDelimiter(
        _ reader: inout SourceReader, from position: inout Int64
    ) throws(MIMEError) -> Int? {
        guard stack.hasBoundaries else {
            position = max(position, reader.length)
            closeAll(at: position)
            return nil
        }
        var terminator: Int64 = 0
        var startsLine = true
        while let line = try reader.line(at: position) {
            if startsLine, let (frame, isClosing) = stack.match(reader.window, line) {
                // The line end before a delimiter belongs to the delimiter.
                close(above: frame, at: line.start - terminator)
                if !isClosing {
                    position = line.next
                    return frame
                }
                let multipart = node(of: stack.frames[frame])
                close(above: frame - 1, at: line.start - terminator)
                if let multipart { epilogues.append((frame, multipart)) }
            }
            if startsLine, line.endsLine, !isDashed(reader.window, line),
                let next = try reader.skipToDashes(from: position)
            {
                (position, terminator) = next
                continue
            }
            startsLine = line.endsLine
            terminator = Int64(line.terminator)
            position = line.next
        }
        closeAll(at: position)
        return nil
    }

    private func isDashed(_ window: [UInt8], _ line: LineFragment) -> Bool {
        line.content.count > 1 && window[line.content.lowerBound] == 0x2D && window[line.content.lowerBound + 1] == 0x2D
    }

    private mutating func closeAll(at end: Int64) {
        close(above: -1, at: end)
    }

    /// Ends the open part and every container inside the one at this index.
    private mutating func close(above frame: Int, at end: Int64) {
        while let last = epilogues.last, last.depth > frame {
            setEnd(of: last.node, end)
            epilogues.removeLast()
        }
        if let leaf = openLeaf {
            parts[leaf].body = parts[leaf].body.lowerBound..<max(parts[leaf].body.lowerBound, end)
            openLeaf = nil
        }
        while stack.frames.count > frame + 1, let closed = stack.frames.popLast() {
            let body = closed.bodyStart..<max(closed.bodyStart, end)
            if let node = node(of: closed) { setEnd(of: node, end) }
            if let part = closed.part {
                parts[part].body = body
            } else if closed.childCount == 0, !body.isEmpty {
                // A multipart whose delimiter never comes: its preamble is all the text there is.
                let number = closed.number + [1]
                addNode(
                    ScannedNode(
                        parent: closed.node, header: body.lowerBound..<body.lowerBound, fields: ContentFields(),
                        part: parts.count))
                parts.append(
                    Part(
                        number: number.map(String.init).joined(separator: "."), fields: ContentFields(),
                        body: body, alternatives: closed.alternatives, isInRelated: false))
            }
        }
    }

    /// The node of a container; nil where there was no room for it in the tree.
    private func node(of frame: BoundaryStack.Frame) -> Int? {
        guard let node = frame.node, nodes.indices.contains(node), nodes[node].header.upperBound == frame.bodyStart
        else { return nil }
        return node
    }

    private mutating func setEnd(of node: Int, _ end: Int64) {
        nodes[node].bodyEnd = max(nodes[node].header.upperBound, end)
    }
}
