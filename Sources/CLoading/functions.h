// What the shims of libraries share that are loaded when they are called, not when the process starts (Docs/Decisions/0023).
#include <dlfcn.h>
#include <stddef.h>

#define LOADED_FIELD(name) __typeof__(&name) name;
#define LOADED_FIND(name) if (!(functions->name = (__typeof__(&name))dlsym(library, #name))) return dlerror();

// Defines Type, which has the functions by their own names and with the types of the library's headers, and load, which finds them in the
// file and returns NULL, or what dlopen(3) or dlsym(3) says went wrong. FUNCTIONS applies a macro to each name.
#define LOADED_LIBRARY(Type, load, file, FUNCTIONS) \
    typedef struct { FUNCTIONS(LOADED_FIELD) } Type; \
    static inline const char *load(Type *functions) { \
        void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL); \
        if (!library) return dlerror(); \
        FUNCTIONS(LOADED_FIND) \
        return NULL; \
    }
