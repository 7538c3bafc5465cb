internal import Glibc

/// Mail of two accounts, a Maildir each, that looks like that of public lists; a seed gives the same mail every time.
public struct GeneratedMaildir: Sendable {
    /// The folder that holds a folder for each account.
    public let path: String
    public let messageCount: Int
    /// How many messages the smaller account has: about a quarter of all.
    public private(set) var smallAccountCount = 0
    public private(set) var unreadCount = 0
    /// Bytes of all files.
    public private(set) var byteCount = 0

    /// The first name of one of those who write most.
    public let frequentSender: String
    /// A word that many subjects have.
    public let subjectWord: String
    /// A word that many texts have, and most have not.
    public let bodyWord: String
    /// A word that most texts have, and one that is often behind it.
    public let commonWords: (first: String, second: String)
    /// A word that few texts have.
    public let rareWord: String

    /// The names of the accounts' folders, the larger one first.
    public static let accounts = ["lists", "desk"]

    /// What could not be written.
    public struct WriteError: Error, CustomStringConvertible {
        public let description: String
    }

    /// Writes the mail below a folder that has none yet.
    public init(writingTo path: String, count: Int, seed: UInt64 = 1) throws {
        self.path = path
        messageCount = count
        for account in Self.accounts {
            for folder in ["cur", "new", "tmp"] { try Self.makeFolders("\(path)/\(account)/\(folder)") }
        }
        var writer = MessageWriter(count: count, seed: seed)
        (frequentSender, subjectWord, bodyWord) = (writer.frequentSender, writer.subjectWord, writer.bodyWord)
        (commonWords, rareWord) = (writer.commonWords, writer.rareWord)
        for index in 0..<count {
            var random = SplitMix64(seed: seed, of: index, purpose: 6)
            let isSmall = writer.thread(of: index) % 4 == 3
            let bytes = writer.message(index)
            let base = "\(writer.time(of: index)).M\(random.below(1_000_000))P\(index).example"
            // Most mail of a list is not read.
            let isSeen = random.happens(0.15)
            let flags = isSeen ? (random.happens(0.2) ? "RS" : "S") : (random.happens(0.02) ? "F" : "")
            let name = random.happens(0.1) && flags.isEmpty ? "new/\(base)" : "cur/\(base):2,\(flags)"
            try Self.write(bytes, to: "\(path)/\(Self.accounts[isSmall ? 1 : 0])/\(name)", time: writer.time(of: index))
            if isSmall { smallAccountCount += 1 }
            if !isSeen { unreadCount += 1 }
            byteCount += bytes.count
        }
    }

    private static func makeFolders(_ path: String) throws {
        var parents = ""
        for name in path.split(separator: "/") {
            parents += "/" + name
            guard unsafe mkdir(parents, 0o755) == 0 || errno == EEXIST else {
                throw WriteError(description: "\(parents): \(unsafe String(cString: strerror(errno)))")
            }
        }
    }

    private static func write(_ bytes: [UInt8], to path: String, time: Int) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw WriteError(description: "\(path): \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
            }
            guard count > 0 else {
                throw WriteError(description: "\(path): \(unsafe String(cString: strerror(errno)))")
            }
            offset += count
        }
        // Delivered when it was written.
        let moment = timespec(tv_sec: time, tv_nsec: 0)
        unsafe futimens(descriptor, [moment, moment])
    }
}
