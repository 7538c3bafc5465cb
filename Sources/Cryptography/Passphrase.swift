internal import CCrypto

/// The passphrase that encrypts a private key: a line that a person or a program keeps.
///
/// It has no text form, so that it cannot get into a message or a log by accident. Its bytes are overwritten with its
/// last copy.
public struct Passphrase: Sendable {
    private let secret: OverwrittenBytes

    /// The most bytes that a passphrase has; what OpenSSL's own tools read at most.
    public static let maximumByteCount = 1_023

    /// Takes the bytes of a line; nil if there are none, too many, or a NUL or a line end among them, which other programs would cut
    /// it at.
    public init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= Self.maximumByteCount,
            !bytes.contains(where: { [0, 0x0a, 0x0d].contains($0) })
        else { return nil }
        secret = OverwrittenBytes(bytes)
    }

    /// Whether two are the same.
    public func matches(_ other: Passphrase) -> Bool {
        unsafe secret.bytes.elementsEqual(other.secret.bytes)
    }

    /// Lends the bytes in C's form, with their number.
    func withCharacters<Output>(_ body: (UnsafePointer<CChar>?, Int32) -> Output) -> Output {
        unsafe secret.bytes.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress, Int32($0.count)) }
    }
}

extension Passphrase: CustomStringConvertible, CustomReflectable {
    public var description: String { "(a passphrase)" }
    public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}

/// Bytes that are overwritten when their last holder releases them.
@safe private final class OverwrittenBytes: Sendable {
    // They stay unchanged until the last holder releases them.
    nonisolated(unsafe) let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: [UInt8]) {
        unsafe self.bytes = .allocate(capacity: bytes.count)
        _ = unsafe self.bytes.initialize(from: bytes)
    }

    deinit {
        unsafe openssl.OPENSSL_cleanse(bytes.baseAddress, bytes.count)
        unsafe bytes.deallocate()
    }
}
