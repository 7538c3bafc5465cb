// More threads for the tasks of tests.
//
// Swift runs tasks on as many threads as there are cores, and takes for granted that no task blocks. Tests block: they run the tool
// and wait for it, or wait for a lock. Two that wait stop all others on two cores, which are idle meanwhile. Linked into the tests,
// this runs their tasks on THREADS threads instead, by the hook that the runtime has for other executors
// (swift_task_enqueueGlobal_hook in include/swift/Runtime/Concurrency.h). A runtime without the hook goes on as it would.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// More than tests that run at once, so that what a test begins has a thread, too.
enum { THREADS = 64 };

#define SWIFT __attribute__((swiftcall))

struct executor {
    void *identity;
    uintptr_t implementation;
};

typedef SWIFT void enqueue_function(void *job);
typedef SWIFT void enqueue_hook(void *job, enqueue_function *original);
typedef SWIFT void run_function(void *job, struct executor executor);

static run_function *run;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrival = PTHREAD_COND_INITIALIZER;

// Jobs in the order in which they came: a ring of `capacity` places.
static struct {
    void **jobs;
    size_t capacity, first, count;
} queue;

static void grow(void) {
    size_t capacity = queue.capacity ? 2 * queue.capacity : 1024;
    void **jobs = malloc(capacity * sizeof *jobs);
    if (!jobs) abort();
    for (size_t i = 0; i < queue.count; i++) jobs[i] = queue.jobs[(queue.first + i) % queue.capacity];
    free(queue.jobs);
    queue.jobs = jobs;
    queue.capacity = capacity;
    queue.first = 0;
}

static SWIFT void enqueue(void *job, enqueue_function *original) {
    (void)original;
    pthread_mutex_lock(&lock);
    if (queue.count == queue.capacity) grow();
    queue.jobs[(queue.first + queue.count++) % queue.capacity] = job;
    pthread_cond_signal(&arrival);
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (queue.count == 0) pthread_cond_wait(&arrival, &lock);
        void *job = queue.jobs[queue.first];
        queue.first = (queue.first + 1) % queue.capacity;
        queue.count--;
        pthread_mutex_unlock(&lock);
        run(job, (struct executor){NULL, 0});
    }
    return NULL;
}

// Before `main`, so that no task was begun by then.
__attribute__((constructor)) static void install(void) {
    enqueue_hook **hook = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
    run = dlsym(RTLD_DEFAULT, "swift_job_run");
    if (!hook || !run) return;
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, NULL) != 0) {
            if (i == 0) return;
            break;
        }
        pthread_detach(thread);
    }
    *hook = enqueue;
}
