#include <spawn.h>

// glibc declares these for _GNU_SOURCE alone, which Swift's import of the C library does not set (spawn.h, glibc 2.34; memfd_create(2)).
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int memfd_create(const char *name, unsigned int flags);
