internal import DiskFiles
internal import Parallel
internal import Processes

/// The browser of the person at this machine.
enum WebBrowser {
    /// Opens a file; `whenFailed` is called, once and on any thread, where that cannot be done.
    static func open(_ path: String, whenFailed: @escaping @Sendable () -> Void) {
        guard let words = command(for: path),
            let program = ChildProgram(
                words, giving: .standardError, as: .standardOutput, isOnItsOwn: true)
        else { return whenFailed() }
        // A browser that was not running may run until its user is through.
        let isWatched = BlockingThread.start {
            if program.wait() != 0 { whenFailed() }
        }
        if !isWatched { StandardError.line("note: the end of the browser is not waited for") }
    }

    /// The command line: the first browser of `$BROWSER`, else that of the desktop, if there is one.
    private static func command(for path: String) -> [String]? {
        let chosen = (Surroundings.current.variable("BROWSER") ?? "").split(separator: ":").first
        if let chosen {
            let words = chosen.split(separator: " ").map(String.init)
            guard words.contains(where: { $0.contains("%s") }) else { return words + [path] }
            return words.map { word in
                let parts = word.split(separator: "%s", omittingEmptySubsequences: false)
                return parts.joined(separator: path)
            }
        }
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
            !(Surroundings.current.variable($0) ?? "").isEmpty
        }
        return hasDesktop ? ["xdg-open", path] : nil
    }
}
