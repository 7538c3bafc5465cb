public import DiskFiles
internal import Glibc

/// This process as the system knows it.
public enum ThisProcess {
    /// Its number.
    public static var number: Int32 { getpid() }

    /// The path of its program (proc_pid_exe(5)); nil where the system does not tell.
    public static var program: String? { KernelFiles.shared.resolved("/proc/self/exe") }

    /// Has paths that are not absolute count from another folder (chdir(2)).
    public static func enter(_ folder: String) throws(FileError) {
        guard unsafe chdir(folder) == 0 else { throw FileError(.open, folder, .last) }
    }

    /// Keeps what it holds in memory, as keys, passphrases and mail, out of core dumps (core(5)).
    public static func forbidCoreDumps() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        // The hard limit stays, so that a program that is started from here can raise its own.
        limit.rlim_cur = 0
        unsafe setrlimit(resource, &limit)
    }

    /// Becomes another program, which is told by its path and gets these words, its name the first.
    ///
    /// - Returns: Why the system cannot run it, in its words; else not at all.
    public static func become(_ path: String, _ words: [[UInt8]]) -> String {
        var pointers: [UnsafeMutablePointer<CChar>?] =
            unsafe words.map { word in
                unsafe strdup(word.map { CChar(bitPattern: $0) } + [0])
            } + [nil]
        unsafe execvp(path, &pointers)
        let reason = SystemCode.last.words
        unsafe pointers.forEach { unsafe free($0) }
        return reason
    }
}
