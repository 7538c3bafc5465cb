internal import Cryptography
internal import DiskFiles

/// A file that leads a browser to an address, so that the secret in the address is in no list of arguments.
struct LoginFile: Sendable {
    let path: String
    /// The folder that was made for it; nil where there is one for such files.
    private let folder: String?

    /// Makes the file for its owner alone, in `$XDG_RUNTIME_DIR` or in a new folder for temporary files.
    init(leadingTo address: String, on files: any Files = KernelFiles.shared) throws {
        let name = "mailledger-\(randomBytes(12).hex)"
        if let runtime = Self.runtimeFolder(on: files) {
            folder = nil
            path = "\(runtime)/\(name).html"
        } else {
            let made = "\(ScratchFolder.path(orElse: "/tmp"))/\(name)"
            try files.makeFolder(FilePath(made), in: nil)
            folder = made
            path = "\(made)/open.html"
        }
        let escaped = address.map { character in
            switch character {
            case "&": "&amp;"
            case "\"": "&quot;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
        let page = """
            <!doctype html>
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(escaped)">
            <title>MailLedger</title>
            <p><a href="\(escaped)">Open the ledger</a></p>

            """
        try files.write(Array(page.utf8), toNew: path, isDurable: false)
    }

    /// The folder of this user's running programs, where it is this user's alone (<https://specifications.freedesktop.org/basedir-spec/>).
    private static func runtimeFolder(on files: any Files) -> String? {
        guard let folder = Surroundings.current.variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/"),
            let status = try? files.status(of: folder), status.isFolder, status.owner == files.user.effective,
            status.permissions & 0o077 == 0
        else { return nil }
        return folder
    }

    func remove(on files: any Files = KernelFiles.shared) {
        _ = try? files.removeIfThere(path)
        if let folder { try? files.removeFolder(folder) }
    }
}
