package import DiskFiles

/// The sample mail of the demo, which the program carries with it.
package enum SampleMail {
    /// Writes all of it below a folder, which has to be there.
    package static func write(below folder: String, on files: any Files) throws {
        for (name, text) in EmbeddedAssets.all {
            try write(Array("\(text)".utf8), as: "\(name)", below: folder, files)
        }
        for (name, text) in EmbeddedAssets.ofBytes {
            let bytes = "\(text)".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            try write(bytes, as: "\(name)", below: folder, files)
        }
    }

    private static func write(_ bytes: [UInt8], as name: String, below folder: String, _ files: any Files) throws {
        var path = folder
        for part in name.split(separator: "/").dropLast() {
            path += "/" + part
            _ = try files.makeFolderIfMissing(path)
        }
        path = folder + "/" + name
        try files.replace(path, with: bytes, aside: path + ".new", isDurable: false)
    }
}
