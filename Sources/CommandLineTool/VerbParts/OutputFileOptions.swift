internal import ArgumentParsing
internal import MailLedger

/// Where an answer goes that is a file of its own.
struct OutputFileOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write it to this file (default: standard output).", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(name: .long, help: "Overwrite an existing file.") var force = false

    func validate() throws {
        if output?.isEmpty == true { throw ValidationError("The name of the file is empty") }
        if force, output == nil { throw ValidationError("--force needs --output") }
    }

    /// Whether there is a file to write.
    var isFile: Bool { output != nil && output != "-" }

    /// Writes the file, and says so.
    func write(_ text: String, _ session: Session, isQuiet: Bool = false) throws {
        guard let output else { return }
        try PortableFile.write(text, to: output, overwriting: force, on: Surroundings.current.files)
        let form = WrittenFileForm(path: output, bytes: text.utf8.count)
        try session.write(form, isQuiet: isQuiet) {
            session.line("Wrote \(Counted.bytes(Int64(form.bytes))) to \(output).")
        }
    }
}
