internal import Glibc

/// Waiting without doing anything.
public enum Pause {
    public static func milliseconds(_ count: Int) {
        var time = timespec(tv_sec: count / 1000, tv_nsec: count % 1000 * 1_000_000)
        unsafe nanosleep(&time, nil)
    }
}
