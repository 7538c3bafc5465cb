extension JSONBytesDecoder {
    /// Lends the bytes of the string at a value's decoder.
    ///
    /// It serves values that are written as strings but are none, such as ids: making a `String` first and discarding
    /// it took half of the time of reading one.
    ///
    /// - Returns: Whether they were lent: not by another decoder, for a value that is no string, and for a string with
    ///   escapes.
    public static func lend(stringAt decoder: any Decoder, to body: (borrowing Span<UInt8>) -> Void) -> Bool {
        guard let decoder = valueDecoder(decoder) else { return false }
        let entry = decoder.tape[decoder.index]
        guard entry.kind == .string, !entry.hasEscapes else { return false }
        unsafe body(decoder.tape.bytes(of: entry).span)
        return true
    }

    // A dynamic cast would take longer than all the rest.
    private static func valueDecoder<D: Decoder>(_ decoder: D) -> ValueDecoder? {
        guard D.self == ValueDecoder.self else { return nil }
        return unsafe unsafeBitCast(decoder, to: ValueDecoder.self)
    }
}
