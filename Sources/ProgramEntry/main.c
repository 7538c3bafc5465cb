// The words of the command line are taken from here: Swift's CommandLine reads /proc/self/cmdline, which a chroot, a bare
// container or a read error leaves empty, and an empty command line would be another one than was typed.
int mailledger_main(int argc, char **argv);

int main(int argc, char **argv) { return mailledger_main(argc, argv); }
