internal import ArgumentParsing

/// Where the passphrase of the signing key is, for verbs that sign.
struct PassphraseOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The signing key's passphrase is the first line of this file.", valueName: "file"),
        completion: .file())
    var passphraseFile: String?

    func validate() throws {
        if passphraseFile?.isEmpty == true {
            throw ValidationError("--passphrase-file takes a file; this one is empty")
        }
    }
}
