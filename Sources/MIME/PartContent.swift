extension SourceReader {
    /// Decodes a range of the source chunk by chunk and hands each chunk over, until `sink` returns `false`.
    mutating func decode(
        _ body: Range<Int64>, encoding: TransferEncoding, to sink: (ArraySlice<UInt8>) throws -> Bool
    ) throws {
        var decoder = ContentDecoder(encoding)
        var position = body.lowerBound
        while position < body.upperBound {
            var range = try load(position)
            guard !range.isEmpty else { break }
            let count = Int(min(Int64(range.count), body.upperBound - position, 64 << 10))
            range = range.lowerBound..<(range.lowerBound + count)
            position += Int64(count)
            let chunk = window[range]
            let goesOn = try encoding == .identity ? sink(chunk) : sink(decoder.decode(chunk)[...])
            if !goesOn { return }
        }
        let rest = decoder.finish()
        if !rest.isEmpty { _ = try sink(rest[...]) }
    }

    /// Counts the bytes that decoding gives.
    mutating func decodedSize(of part: Part) throws(MIMEError) -> Int64 {
        if part.isMessage || part.fields.encoding == .identity { return Int64(part.body.count) }
        var size: Int64 = 0
        try decodeInternally(part) { chunk in
            size += Int64(chunk.count)
            return true
        }
        return size
    }

    /// Returns the decoded content, at most `limit` bytes of it, and whether there is more.
    mutating func decodedContent(of part: Part, limit: Int) throws(MIMEError) -> (bytes: [UInt8], isCut: Bool) {
        var bytes: [UInt8] = []
        try decodeInternally(part) { chunk in
            bytes.append(contentsOf: chunk.prefix(limit + 1 - bytes.count))
            return bytes.count <= limit
        }
        guard bytes.count > limit else { return (bytes, false) }
        bytes.removeLast(bytes.count - limit)
        return (bytes, true)
    }

    private mutating func decodeInternally(
        _ part: Part, to sink: (ArraySlice<UInt8>) -> Bool
    ) throws(MIMEError) {
        do {
            try decode(part.body, encoding: part.fields.encoding, to: sink)
        } catch let error as MIMEError {
            throw error
        } catch {
            // Nothing else is thrown: the sink throws nothing.
            throw MIMEError.unreadable(errno: 0)
        }
    }
}
