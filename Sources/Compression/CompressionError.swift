/// Why compressed bytes cannot be read.
package enum CompressionError: Error, Hashable, Sendable {
    /// They end in the middle.
    case truncated
    /// They are not valid in their format; the text is the library's own message.
    case damaged(String)
    /// Reading them takes a larger window than ``StreamDecompressor/largestWindow``.
    case windowTooLarge
    /// The format is one that is known and not read.
    case unsupported(CompressedFormat)
}
