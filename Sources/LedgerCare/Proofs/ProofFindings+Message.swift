public import Cryptography
public import EventLog
internal import JSONCoding
internal import LedgerContexts
internal import LedgerKernel
internal import Mail

/// A message of a proof that a file matches.
public struct ProvenMessage: Sendable {
    /// The change of the file's line ends that gives the recorded bytes.
    public enum LineEnds: String, Sendable, CaseIterable {
        case asTheyAre = "as_they_are"
        /// Each is a line feed alone.
        case lineFeed = "lf"
        /// Each is a carriage return and a line feed, as mail travels.
        case both = "crlf"
    }

    /// SHA-256 of the recorded bytes.
    public let digest: SHA256Digest
    public let lineEnds: LineEnds
    /// The events that name these bytes.
    public let positions: [Position]
}

extension ProofFindings {
    /// The digests of messages' bytes that the proven events name, by their positions; none if the payloads are not shown.
    public var messageDigests: [(position: Position, digest: SHA256Digest)] {
        events.flatMap { event in
            let forms = event.reading(by: Contexts.builtIn.catalogue) ?? []
            return forms.compactMap { form in
                Self.digest(form.type, form.payload).map { (event.entry.position, $0) }
            }
        }
    }

    /// Finds the events that name a message with these bytes, as an import takes them from a file; nil if there are
    /// none.
    ///
    /// Programs that forward mail may change its line ends: the bytes are tried unchanged, then with either kind.
    /// - Complexity: O(the bytes) and O(the events).
    public func message(of bytes: [UInt8]) -> ProvenMessage? {
        let named = messageDigests
        for ends in ProvenMessage.LineEnds.allCases {
            let digest = SHA256Hasher.digest(of: ends.applied(to: bytes))
            let positions = named.filter { $0.digest == digest }.map(\.position)
            if !positions.isEmpty { return ProvenMessage(digest: digest, lineEnds: ends, positions: positions) }
        }
        return nil
    }

    private static func digest(_ type: EventType, _ payload: JSONValue) -> SHA256Digest? {
        guard case .object(let object) = payload else { return nil }
        var text: JSONValue?
        switch (type.name, object["copy"], object["raw"]) {
        case (MessageAdded.type.name, .object(let copy)?, _), (MessageCopied.type.name, .object(let copy)?, _),
            (CopyRemoved.type.name, .object(let copy)?, _):
            text = copy["raw"]
        case (MessageBodyLoaded.type.name, _, .object(let change)?): text = change["new"]
        default: break
        }
        guard case .string(let hex)? = text else { return nil }
        return [UInt8](hex: hex).flatMap { SHA256Digest(bytes: $0) }
    }
}

extension ProvenMessage.LineEnds {
    fileprivate func applied(to bytes: [UInt8]) -> [UInt8] {
        guard self != .asTheyAre else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
            if byte == 0x0A, self == .both { output.append(0x0D) }
            output.append(byte)
        }
        return output
    }
}
