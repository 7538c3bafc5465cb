// Tells ThreadSanitizer of the locks of Synchronization.Mutex.
//
// Where nobody else has it, such a mutex is locked and unlocked by one atomic operation in the code that asks, which the
// sanitizer sees. Where somebody waits, two functions of Swift's library and the kernel do it, and the library is not built with
// the sanitizer: what one thread writes and the next one reads, both under the lock, would look like a race. These stand
// before those two functions (Scripts/sanitize.sh links them), call them, and say what they did. They hide nothing: what is
// not under the same mutex is told as before.

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Of the sanitizer's runtime (llvm: compiler-rt/lib/tsan/rtl/tsan_interface.h).
void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK_SLOW);

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function) return function;
    fprintf(stderr, "Swift's library has no %s\n", name);
    abort();
}

SWIFT void lock_slow(uint32_t thread, SELF) {
    SWIFT void (*lock)(uint32_t, SELF);
    *(void **)&lock = next(LOCK_SLOW);
    lock(thread, self);
    __tsan_acquire(self);
}

SWIFT void unlock_slow(SELF) {
    SWIFT void (*unlock)(SELF);
    *(void **)&unlock = next(UNLOCK_SLOW);
    __tsan_release(self);
    unlock(self);
}
