internal import Content
public import Cryptography
internal import EventLog
public import LedgerKernel
internal import MIME
public import Mail
public import Projections
internal import SQLiteDatabase

/// The result of reading an attachment from its message.
public struct AttachmentCheck: Sendable, Hashable {
    public enum Fault: String, Sendable, Hashable {
        /// The message's content is gone.
        case missing
        /// The message's content has changed.
        case corrupt
        /// Its content is sound, but the part is missing, or its length differs from the recorded one.
        case differs
    }

    public let message: MessageID
    public let attachment: AttachmentRow
    /// SHA-256 of the decoded bytes; nil if they are unavailable.
    public let digest: SHA256Digest?
    /// Nil if it matches the recorded values.
    public let fault: Fault?
}

extension LedgerMaintenance {
    /// Reads every attachment of the messages that match a filter, and reports the faults; false stops it.
    ///
    /// It compares a message's content with its digest, and each attachment's length with the log.
    /// - Complexity: Reads and decodes all of it, in constant memory.
    public func verifyAttachments(
        of filter: MessageFilter = .all, _ body: (AttachmentCheck) throws -> Bool
    ) throws {
        let streams = try ledger.read { reader in
            try MessagesQuery(on: reader.connection).streams(
                matching: "\(reader.sql(filter)) AND message.id IN (SELECT message FROM attachment)")
        }
        try inHundreds({ _ = try streams.allSatisfy($0) }) { streams in
            // Some were deleted meanwhile.
            let found = try streams.compactMap { stream in
                try ledger.read { reader in
                    let rows = try MessagesQuery(on: reader.connection).all(
                        matching: "message.id = \(bind: stream.rawValue)", limit: 1)
                    return try rows.first.map { (message: $0, attachments: try reader.attachments(of: stream)) }
                }
            }
            var contents = ContentsAhead(found.map(\.message.content), of: ledger.content)
            return try found.allSatisfy { message, attachments in
                let stored = try read(message, from: &contents)
                return try attachments.allSatisfy { try body(try check($0, of: message, in: stored)) }
            }
        }
    }

    private func read(
        _ message: MessageRow, from contents: inout ContentsAhead
    ) throws -> Result<StoredContent, AttachmentCheck.Failed> {
        do {
            return .success(try contents.read(message.content))
        } catch ContentError.missing {
            return .failure(.init(fault: .missing))
        } catch ContentError.lost {
            return .failure(.init(fault: .missing))
        } catch ContentError.corrupt {
            return .failure(.init(fault: .corrupt))
        } catch let error as ContentError where error.isDamage {
            return .failure(.init(fault: .corrupt))
        }
    }

    private func check(
        _ attachment: AttachmentRow, of message: MessageRow, in stored: Result<StoredContent, AttachmentCheck.Failed>
    ) throws -> AttachmentCheck {
        func result(_ digest: SHA256Digest?, _ fault: AttachmentCheck.Fault?) -> AttachmentCheck {
            AttachmentCheck(message: message.id, attachment: attachment, digest: digest, fault: fault)
        }
        let source: StoredContent
        switch stored {
        case .success(let content): source = content
        case .failure(let failed): return result(nil, failed.fault)
        }
        var hasher = SHA256Hasher()
        var size: Int64 = 0
        do {
            try MessageParser().decodePart(number: attachment.part, of: source.source) { chunk in
                size += Int64(chunk.count)
                hasher.update(Array(chunk))
            }
        } catch MIMEError.noSuchPart {
            return result(nil, .differs)
        }
        // Until version 3 the parser left out up to two bytes of base64 without padding, and counted without them.
        return result(hasher.finalize(), (attachment.size...attachment.size + 2).contains(size) ? nil : .differs)
    }
}

extension AttachmentCheck {
    fileprivate struct Failed: Error {
        let fault: Fault
    }
}
