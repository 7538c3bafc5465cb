#include <spawn.h>

// glibc declares it for _GNU_SOURCE alone, which Swift's import of the C library does not set (spawn.h, glibc 2.34).
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
