import Glibc

extension ParsableCommand {
    /// Parses the command line, runs the command and ends the process with the text and code of what was thrown.
    public static func main(_ arguments: [String]?) {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            exit(withError: error)
        }
    }

    /// Runs the process's own command line.
    public static func main() {
        main(nil)
    }
}

extension ParsableArguments {
    /// Prints an error's text to stdout or stderr by its exit code, and ends the process.
    public static func exit(withError error: (any Error)? = nil) -> Never {
        guard let error else { Glibc.exit(ExitCode.success.rawValue) }
        let report = ErrorReport(error, root: self, columns: HelpText.defaultColumns)
        if !report.fullText.isEmpty {
            var bytes = Array((report.fullText + "\n").utf8)
            let stream: CInt = report.exitCode.isSuccess ? STDOUT_FILENO : STDERR_FILENO
            while !bytes.isEmpty {
                let written = unsafe write(stream, bytes, bytes.count)
                if written <= 0 { break }
                bytes.removeFirst(written)
            }
        }
        Glibc.exit(report.exitCode.rawValue)
    }
}
