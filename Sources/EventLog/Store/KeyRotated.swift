public import Cryptography
internal import JSONCoding

/// The change to another key, which signs the checkpoints from here on.
///
/// The old key endorses the new one, so that a verifier who trusts the first key can follow to the last. If the old key
/// is lost, nobody can follow, and the owner has to hand over the new key as they did the first.
public struct KeyRotated: Event, Hashable {
    public static let type = EventType("ledger.key-rotated", schema: 1)

    /// The keys that verify notes, as <https://c2sp.org/signed-note> writes them.
    public let verifier: Change<String>
    /// ``KeyEndorsement`` as a note that the old key signed; nil if that key was lost.
    public let endorsement: String?

    public init(verifier: Change<String>, endorsement: String?) {
        self.verifier = verifier
        self.endorsement = endorsement
    }
}

extension KeyRotated {
    package init(payload: [UInt8], at position: Position) throws {
        do {
            self = try JSONBytesDecoder().decode(KeyRotated.self, from: payload)
        } catch {
            throw EventLogError.notDecoded(Self.type, at: position, after: error)
        }
    }
}

/// The sentence by which a key names the one after it.
///
///     mailledger/key/1
///     mailledger/4f7c…
///     mailledger/4f7c…+8b3d0a51+AQ…=
///
/// The origin of the log, then the new verifier key.
public enum KeyEndorsement {
    private static let title = "mailledger/key/1"

    static func text(of verifier: NoteVerifier) -> String { "\(title)\n\(verifier.name)\n\(verifier)\n" }

    /// Lets a key name its successor.
    public static func sign(_ successor: NoteVerifier, by signer: NoteSigner) -> SignedNote {
        signer.sign(text(of: successor))
    }

    /// Returns the key that a note names, if the owner of another key signed it.
    public static func successor(of verifier: NoteVerifier, in note: SignedNote) -> NoteVerifier? {
        let lines = note.text.split(separator: "\n")
        guard lines.count == 3, let successor = NoteVerifier(String(lines[2])), note.text == text(of: successor),
            successor.name == verifier.name, note.isSigned(by: verifier)
        else { return nil }
        return successor
    }

    /// Returns the key and those that it leads to by endorsements, up to the first endorsement that is not valid.
    static func successors(of verifier: NoteVerifier, by endorsements: [SignedNote]) -> [NoteVerifier] {
        var keys = [verifier]
        for note in endorsements {
            guard let last = keys.last, let next = successor(of: last, in: note) else { break }
            keys.append(next)
        }
        return keys
    }
}
