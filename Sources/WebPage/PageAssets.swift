internal import DiskFiles

/// Where the files of the page come from: the program itself, or a folder while somebody works on them.
public struct PageAssets: Sendable {
    /// All files together have at most as many bytes.
    public static let limit = 155_000

    /// The folder that is read each time; nil for the files in the program.
    public let folder: String?

    public init(folder: String? = nil) {
        self.folder = folder
    }

    /// The files in the program.
    public static let embedded: [String: PageAsset] = {
        var assets: [String: PageAsset] = [:]
        for (name, text) in EmbeddedAssets.all {
            let asset = PageAsset(name: name.description, bytes: Array(text.description.utf8))
            if let asset { assets[asset.name] = asset }
        }
        return assets
    }()

    /// Returns a file; nil for a name that there is not. Reading a folder may wait for the disk.
    public func asset(_ name: String) -> PageAsset? {
        guard let folder else { return Self.embedded[name] }
        guard PageAsset.type(of: name) != nil,
            let bytes = try? KernelFiles.shared.contents(of: "\(folder)/\(name)", limit: Self.limit, links: .refused)
        else { return nil }
        return PageAsset(name: name, bytes: bytes)
    }
}
