#define _GNU_SOURCE
#include "Faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static const char *const class_names[FAULTS_CLASSES] = {
    "read", "write", "sync", "open", "rename", "delete", "lock", "resize", "make", "any"};

// MARK: What was asked for

enum how { ONCE, ON, SHORT, KILL };

static struct {
    char below[4096];
    size_t below_length;
    int class;  // -1 for none
    uint64_t number;
    enum how how;
    int error;
    _Atomic uint64_t *counts;
    int trace;
} plan = {.class = -1, .trace = -1};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t trace_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint64_t own_counts[FAULTS_CLASSES];

#define REAL(name, ...)                                      \
    static __typeof__(name) *real_##name;                    \
    if (!real_##name) *(void **)&real_##name = dlsym(RTLD_NEXT, #name)

static int real_open_at(const char *path, int flags, mode_t mode) {
    REAL(openat);
    return real_openat(AT_FDCWD, path, flags, mode);
}

static void refuse(const char *what) {
    fprintf(stderr, "faults: %s\n", what);
    _exit(99);
}

static void read_fault(const char *text) {
    char class[16], how[16];
    unsigned long long number;
    int error = EIO;
    if (sscanf(text, "%15[a-z]:%llu:%15[a-z]:%d", class, &number, how, &error) < 3) refuse("FAULTS_AT is malformed");
    for (int i = 0; i < FAULTS_CLASSES; i++)
        if (!strcmp(class, class_names[i])) plan.class = i;
    if (plan.class < 0) refuse("FAULTS_AT names no class");
    plan.number = number;
    plan.error = error;
    plan.how = !strcmp(how, "once") ? ONCE : !strcmp(how, "on") ? ON : !strcmp(how, "short") ? SHORT : KILL;
}

static void set_up(void) {
    plan.counts = own_counts;
    const char *below = getenv("FAULTS_BELOW");
    if (!below) return;
    plan.below_length = strlen(below);
    if (plan.below_length >= sizeof plan.below) refuse("FAULTS_BELOW is too long");
    memcpy(plan.below, below, plan.below_length + 1);
    const char *fault = getenv("FAULTS_AT");
    if (fault) read_fault(fault);
    const char *counts = getenv("FAULTS_COUNTS");
    if (counts) {
        // Shared with the file, so that a kill leaves the numbers there.
        int file = real_open_at(counts, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0 || ftruncate(file, sizeof own_counts)) refuse("FAULTS_COUNTS cannot be written");
        void *map = mmap(NULL, sizeof own_counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (map == MAP_FAILED) refuse("FAULTS_COUNTS cannot be mapped");
        plan.counts = map;
    }
    const char *trace = getenv("FAULTS_TRACE");
    if (trace) plan.trace = real_open_at(trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_meant(const char *path) {
    pthread_once(&once, set_up);
    return path && plan.below_length && !strncmp(path, plan.below, plan.below_length)
        && (path[plan.below_length] == '/' || !path[plan.below_length]);
}

// MARK: Which descriptor is which file

#define DESCRIPTORS 4096
static char *_Atomic paths[DESCRIPTORS];

static const char *path_of(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS ? atomic_load(&paths[descriptor]) : NULL;
}

static void remember(int descriptor, const char *path) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS) return;
    // A name that is replaced is not freed: another thread may be reading it, and a run is short.
    atomic_store(&paths[descriptor], path ? strdup(path) : NULL);
}

// MARK: Whether a call fails

enum verdict { GO, FAIL, PART };

/// Counts a call, and says what becomes of it; does not return where the process is to die before it.
static enum verdict judge(enum faults_class class) {
    uint64_t number = atomic_fetch_add(&plan.counts[class], 1) + 1;
    uint64_t any = atomic_fetch_add(&plan.counts[FAULTS_ANY], 1) + 1;
    if (plan.class < 0) return GO;
    if (plan.class == FAULTS_ANY) number = any;
    else if (plan.class != (int)class) return GO;
    if (plan.how == ON ? number < plan.number : number != plan.number) return GO;
    if (plan.how == KILL) kill(getpid(), SIGKILL);
    if (plan.how == SHORT && class == FAULTS_WRITE) return PART;
    errno = plan.error;
    return FAIL;
}

// MARK: Trace
//
// One record a line, its fields apart by tabs: W path offset length, followed by so many bytes and a line end; S path (a file
// or a folder); T path size; C path (a file was made); D path (deleted); R from to; L from to; M path; X path (a folder gone).

static void note(const char *text, const void *bytes, size_t count) {
    REAL(write);
    pthread_mutex_lock(&trace_lock);
    (void)!real_write(plan.trace, text, strlen(text));
    if (bytes) {
        (void)!real_write(plan.trace, bytes, count);
        (void)!real_write(plan.trace, "\n", 1);
    }
    pthread_mutex_unlock(&trace_lock);
}

#define NOTE(...)                                                \
    do {                                                         \
        if (plan.trace >= 0) {                                   \
            char line[9000];                                     \
            snprintf(line, sizeof line, __VA_ARGS__);            \
            note(line, NULL, 0);                                 \
        }                                                        \
    } while (0)

static void note_write(const char *path, off_t offset, const void *bytes, ssize_t count) {
    if (plan.trace < 0 || count <= 0) return;
    char line[4400];
    snprintf(line, sizeof line, "W\t%s\t%lld\t%zd\n", path, (long long)offset, count);
    note(line, bytes, (size_t)count);
}

// MARK: The calls

static int open_meant(const char *path, int flags, mode_t mode) {
    if (judge(FAULTS_OPEN) != GO) return -1;
    int is_new = (flags & O_CREAT) && access(path, F_OK) != 0;
    int descriptor = real_open_at(path, flags, mode);
    if (descriptor < 0) return descriptor;
    remember(descriptor, path);
    if (is_new) NOTE("C\t%s\n", path);
    else if (flags & O_TRUNC) NOTE("T\t%s\t0\n", path);
    return descriptor;
}

static int open_any(const char *path, int flags, mode_t mode) {
    if (is_meant(path)) return open_meant(path, flags, mode);
    int descriptor = real_open_at(path, flags, mode);
    remember(descriptor, NULL);
    return descriptor;
}

#define MODE(flags)                                                  \
    mode_t mode = 0;                                                 \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                         \
        va_list rest;                                                \
        va_start(rest, flags);                                       \
        mode = va_arg(rest, mode_t);                                 \
        va_end(rest);                                                \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    return open_any(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags)
    return open_any(path, flags | O_LARGEFILE, mode);
}

int mkstemp(char *template) {
    REAL(mkstemp);
    if (!is_meant(template)) return real_mkstemp(template);
    if (judge(FAULTS_OPEN) != GO) return -1;
    int descriptor = real_mkstemp(template);
    remember(descriptor, template);
    if (descriptor >= 0) NOTE("C\t%s\n", template);
    return descriptor;
}

int mknod(const char *path, mode_t mode, dev_t device) {
    REAL(mknod);
    if (!is_meant(path)) return real_mknod(path, mode, device);
    if (judge(FAULTS_MAKE) != GO) return -1;
    int status = real_mknod(path, mode, device);
    if (status == 0) NOTE("C\t%s\n", path);
    return status;
}

int close(int descriptor) {
    REAL(close);
    if (path_of(descriptor)) remember(descriptor, NULL);
    return real_close(descriptor);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    REAL(read);
    if (path_of(descriptor) && judge(FAULTS_READ) != GO) return -1;
    return real_read(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    REAL(pread);
    if (path_of(descriptor) && judge(FAULTS_READ) != GO) return -1;
    return real_pread(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    return pread(descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite);
    const char *path = path_of(descriptor);
    if (!path) return real_pwrite(descriptor, bytes, count, offset);
    enum verdict verdict = judge(FAULTS_WRITE);
    if (verdict == FAIL) return -1;
    // What is left of a write that is cut short is asked for again, and comes in: the next call is not the numbered one.
    ssize_t done = real_pwrite(descriptor, bytes, verdict == PART && count > 1 ? count / 2 : count, offset);
    note_write(path, offset, bytes, done);
    return done;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return pwrite(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    REAL(write);
    const char *path = path_of(descriptor);
    if (!path) return real_write(descriptor, bytes, count);
    enum verdict verdict = judge(FAULTS_WRITE);
    if (verdict == FAIL) return -1;
    ssize_t done = real_write(descriptor, bytes, verdict == PART && count > 1 ? count / 2 : count);
    // Behind the call, so that a file that is appended to has its place.
    if (plan.trace >= 0 && done > 0) note_write(path, lseek(descriptor, 0, SEEK_CUR) - done, bytes, done);
    return done;
}

static int sync_by(int (*real)(int), int descriptor) {
    const char *path = path_of(descriptor);
    if (!path) return real(descriptor);
    if (judge(FAULTS_SYNC) != GO) return -1;
    int status = real(descriptor);
    if (status == 0) NOTE("S\t%s\n", path);
    return status;
}

int fsync(int descriptor) {
    REAL(fsync);
    return sync_by(real_fsync, descriptor);
}

int fdatasync(int descriptor) {
    REAL(fdatasync);
    return sync_by(real_fdatasync, descriptor);
}

int syncfs(int descriptor) {
    REAL(syncfs);
    if (!path_of(descriptor)) return real_syncfs(descriptor);
    if (judge(FAULTS_SYNC) != GO) return -1;
    int status = real_syncfs(descriptor);
    if (status == 0) NOTE("S\t\n");
    return status;
}

int ftruncate(int descriptor, off_t size) {
    REAL(ftruncate);
    const char *path = path_of(descriptor);
    if (!path) return real_ftruncate(descriptor, size);
    if (judge(FAULTS_RESIZE) != GO) return -1;
    int status = real_ftruncate(descriptor, size);
    if (status == 0) NOTE("T\t%s\t%lld\n", path, (long long)size);
    return status;
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

int rename(const char *from, const char *to) {
    REAL(rename);
    if (!is_meant(from) && !is_meant(to)) return real_rename(from, to);
    if (judge(FAULTS_RENAME) != GO) return -1;
    int status = real_rename(from, to);
    if (status == 0) NOTE("R\t%s\t%s\n", from, to);
    return status;
}

int link(const char *from, const char *to) {
    REAL(link);
    if (!is_meant(to)) return real_link(from, to);
    if (judge(FAULTS_MAKE) != GO) return -1;
    int status = real_link(from, to);
    if (status == 0) NOTE("L\t%s\t%s\n", from, to);
    return status;
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    if (!is_meant(path)) return real_mkdir(path, mode);
    if (judge(FAULTS_MAKE) != GO) return -1;
    int status = real_mkdir(path, mode);
    if (status == 0) NOTE("M\t%s\n", path);
    return status;
}

int unlink(const char *path) {
    REAL(unlink);
    if (!is_meant(path)) return real_unlink(path);
    if (judge(FAULTS_DELETE) != GO) return -1;
    int status = real_unlink(path);
    if (status == 0) NOTE("D\t%s\n", path);
    return status;
}

int rmdir(const char *path) {
    REAL(rmdir);
    if (!is_meant(path)) return real_rmdir(path);
    if (judge(FAULTS_DELETE) != GO) return -1;
    int status = real_rmdir(path);
    if (status == 0) NOTE("X\t%s\n", path);
    return status;
}

int flock(int descriptor, int operation) {
    REAL(flock);
    if (path_of(descriptor) && operation != LOCK_UN && judge(FAULTS_LOCK) != GO) return -1;
    return real_flock(descriptor, operation);
}

static int control(int descriptor, int command, void *argument) {
    REAL(fcntl64);
    int locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
    // To let go of a lock does not fail on a disk.
    if (locks && path_of(descriptor) && ((struct flock *)argument)->l_type != F_UNLCK && judge(FAULTS_LOCK) != GO)
        return -1;
    int result = real_fcntl64(descriptor, command, argument);
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && result >= 0) remember(result, path_of(descriptor));
    return result;
}

#define ARGUMENT(command)                    \
    va_list rest;                            \
    va_start(rest, command);                 \
    void *argument = va_arg(rest, void *);   \
    va_end(rest)

int fcntl64(int descriptor, int command, ...) {
    ARGUMENT(command);
    return control(descriptor, command, argument);
}

int fcntl(int descriptor, int command, ...) {
    ARGUMENT(command);
    return control(descriptor, command, argument);
}

// A page that is read by way of a mapping cannot fail here. SQLite reads by calls where it cannot map; its shared memory (-shm)
// has to be mapped.
void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
    REAL(mmap64);
    const char *path = path_of(descriptor);
    size_t count = path ? strlen(path) : 0;
    if (path && !(count > 4 && !strcmp(path + count - 4, "-shm"))) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return real_mmap64(address, length, protection, flags, descriptor, offset);
}

// MARK: Calls by a folder's descriptor: the same by the whole path

/// Writes the path of a name below an open folder, and returns it; NULL where there is none.
static const char *path_at(int folder, const char *name, char *path, size_t size) {
    if (!name || name[0] == '/' || folder == AT_FDCWD) return name;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t count = readlink(link, path, size - 1);
    if (count <= 0) return NULL;
    int rest = snprintf(path + count, size - (size_t)count, "/%s", name);
    return rest > 0 && (size_t)(count + rest) < size ? path : NULL;
}

#define AT(folder, name, path) \
    char path##_space[8192];   \
    const char *path = path_at(folder, name, path##_space, sizeof path##_space)

int openat(int folder, const char *name, int flags, ...) {
    MODE(flags)
    AT(folder, name, path);
    if (is_meant(path)) return open_meant(path, flags, mode);
    REAL(openat);
    int descriptor = real_openat(folder, name, flags, mode);
    remember(descriptor, NULL);
    return descriptor;
}

int openat64(int folder, const char *name, int flags, ...) {
    MODE(flags)
    return openat(folder, name, flags | O_LARGEFILE, mode);
}

int renameat(int old_folder, const char *old_name, int new_folder, const char *new_name) {
    AT(old_folder, old_name, from);
    AT(new_folder, new_name, to);
    if (is_meant(from) || is_meant(to)) return rename(from, to);
    REAL(renameat);
    return real_renameat(old_folder, old_name, new_folder, new_name);
}

int linkat(int old_folder, const char *old_name, int new_folder, const char *new_name, int flags) {
    AT(old_folder, old_name, from);
    AT(new_folder, new_name, to);
    if (is_meant(to) && !flags) return link(from, to);
    REAL(linkat);
    return real_linkat(old_folder, old_name, new_folder, new_name, flags);
}

int unlinkat(int folder, const char *name, int flags) {
    AT(folder, name, path);
    if (is_meant(path)) return flags & AT_REMOVEDIR ? rmdir(path) : unlink(path);
    REAL(unlinkat);
    return real_unlinkat(folder, name, flags);
}

int mkdirat(int folder, const char *name, mode_t mode) {
    AT(folder, name, path);
    if (is_meant(path)) return mkdir(path, mode);
    REAL(mkdirat);
    return real_mkdirat(folder, name, mode);
}
