public import DiskFiles
internal import Glibc

/// This process as the system sees it.
public enum ThisProcess {
    /// Its number.
    public static var number: Int32 { getpid() }

    /// The path of its program (proc_pid_exe(5)); nil if the system does not say.
    public static var program: String? { KernelFiles.shared.resolved("/proc/self/exe") }

    /// Changes the working directory, from which relative paths count (chdir(2)).
    public static func enter(_ folder: String) throws(FileError) {
        guard unsafe chdir(folder) == 0 else { throw FileError(.open, folder, .last) }
    }

    /// Keeps its memory, which may contain keys, passphrases and mail, out of core dumps (core(5)).
    public static func forbidCoreDumps() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        // The hard limit stays, so that a program started from here can raise its own.
        limit.rlim_cur = 0
        unsafe setrlimit(resource, &limit)
    }

    /// Becomes the program at a path, with these words as its arguments, its name first.
    ///
    /// - Returns: The reason why the system cannot run it; if it can, this call does not return.
    public static func become(_ path: String, _ words: [[UInt8]]) -> String {
        var pointers: [UnsafeMutablePointer<CChar>?] =
            unsafe words.map { word in
                unsafe strdup(word.map { CChar(bitPattern: $0) } + [0])
            } + [nil]
        ProcessEnvironment.removeHidden()
        unsafe execvp(path, &pointers)
        let reason = SystemCode.last.words
        unsafe pointers.forEach { unsafe free($0) }
        return reason
    }
}
