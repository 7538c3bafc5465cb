/// The parts of a message as places in its bytes, those of messages within it too.
///
/// ```swift
/// let outline = MessageParser().outline(of: bytes)
/// print(outline.nodes[0].kind, bytes[outline.nodes[0].body].count)
/// ```
package struct MessageOutline: Sendable {
    /// How a part may be divided.
    package enum Kind: Sendable, Hashable {
        /// Content, or what a limit keeps closed.
        case leaf
        case multipart
        /// Its only child is the message within.
        case message
    }

    /// One part.
    package struct Node: Sendable {
        package let kind: Kind
        /// In lower case.
        package let type: String
        package let subtype: String
        /// The fields with the empty line below them.
        package let header: Range<Int>
        /// The encoded content; of a multipart with preamble and epilogue.
        package let body: Range<Int>
        /// The indices of its parts, in their order.
        package fileprivate(set) var children: [Int] = []
    }

    /// The message comes first, and each part behind the one that holds it.
    package let nodes: [Node]
}

extension MessageParser {
    /// Finds the parts of a message in memory, up to the limits on depth and number.
    ///
    /// - Complexity: O(the length of the message).
    package func outline(of bytes: [UInt8]) -> MessageOutline {
        let scanner = scanner(of: bytes)
        var nodes: [MessageOutline.Node] = []
        nodes.reserveCapacity(scanner.nodes.count)
        for (index, node) in scanner.nodes.enumerated() {
            nodes.append(outlined(node, of: scanner))
            if let parent = node.parent { nodes[parent].children.append(index) }
        }
        return MessageOutline(nodes: nodes)
    }

    private func outlined(_ node: ScannedNode, of scanner: StructureScanner) -> MessageOutline.Node {
        let header = Int(node.header.lowerBound)..<Int(node.header.upperBound)
        guard let index = node.part else {
            return MessageOutline.Node(
                kind: .multipart, type: node.fields.type, subtype: node.fields.subtype, header: header,
                body: header.upperBound..<Int(node.bodyEnd ?? node.header.upperBound))
        }
        let part = scanner.parts[index]
        let fields = part.isMessage ? node.fields : part.fields
        return MessageOutline.Node(
            kind: part.isMessage ? .message : .leaf, type: fields.type, subtype: fields.subtype, header: header,
            body: Int(part.body.lowerBound)..<Int(part.body.upperBound))
    }

    private func scanner(of bytes: [UInt8]) -> StructureScanner {
        var scanner = StructureScanner(limits: limits)
        do throws(MIMEError) {
            var reader = SourceReader(.bytes(bytes), windowSize: windowSize)
            let header = try Self.header(of: &reader, limit: limits.header)
            try scanner.scan(&reader, header: header)
        } catch {
            preconditionFailure("bytes in memory can always be read")
        }
        return scanner
    }

    /// Returns the place of the header section of a message in memory, with the empty line below it.
    ///
    /// A byte-order mark and one mbox `From ` line before it are not in it.
    ///
    /// - Complexity: O(the length of the header section).
    package func header(of bytes: [UInt8]) -> Range<Int> {
        do throws(MIMEError) {
            var reader = SourceReader(.bytes(bytes), windowSize: windowSize)
            let section = try Self.header(of: &reader, limit: limits.header)
            return Int(section.start)..<Int(section.bodyStart)
        } catch {
            preconditionFailure("bytes in memory can always be read")
        }
    }
}
