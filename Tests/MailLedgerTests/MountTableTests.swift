import Testing

@testable import LedgerKernel

@Suite struct MountTableTests {
    private let table = MountTable(
        parsing: Array(
            """
            22 28 0:20 / /sys rw,nosuid shared:7 - sysfs sysfs rw
            28 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
            40 28 0:35 / /home/ada rw,relatime shared:9 master:1 - nfs4 server:/ada rw
            41 28 0:36 / /mnt/my\\040mail rw - fuse.sshfs ada@host: rw
            42 41 0:37 / /mnt/my\\040mail rw - tmpfs tmpfs rw
            broken line
            43 28 0:38

            """.utf8))

    @Test(arguments: [
        ("/", "ext4"), ("/var/mail", "ext4"), ("/home/ada", "nfs4"), ("/home/ada/Mail/ledger", "nfs4"),
        ("/home/adam", "ext4"), ("/sysadmin", "ext4"), ("/sys/x", "sysfs"),
        // The later mount covers the earlier one.
        ("/mnt/my mail/ledger", "tmpfs"),
    ])
    func `a folder lies on the file system with the longest mount point above it`(_ path: String, _ type: String) {
        #expect(table.fileSystemType(of: path) == type)
    }

    @Test func `an empty table tells nothing`() {
        #expect(MountTable(parsing: []).fileSystemType(of: "/home") == nil)
    }
}
