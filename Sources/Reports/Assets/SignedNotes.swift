internal import WebPage

/// Hashes and signed notes in a browser: a report checks itself by the file that the page of a served ledger has.
enum SignedNotes {
    /// The first part of the script.
    static let script: String = {
        guard let asset = PageAssets.embedded["signed.js"] else { preconditionFailure("signed.js is in the program") }
        let text = String(decoding: asset.bytes, as: UTF8.self)
        // A script within a page is no module, and exports nothing.
        return text.split(separator: "\n").filter { !$0.hasPrefix("export") }.joined(separator: "\n")
    }()
}
