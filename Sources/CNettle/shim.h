#include "../CLoading/functions.h"
#include <nettle/sha2.h>

// Loaded when the first digest is computed: this takes a tenth of the time that OpenSSL takes (Docs/Decisions/0067).
#define CNETTLE_FUNCTIONS(FUNCTION) \
    FUNCTION(nettle_sha256_digest) \
    FUNCTION(nettle_sha256_init) \
    FUNCTION(nettle_sha256_update)

LOADED_LIBRARY(CNettleFunctions, cnettle_load, "libnettle.so.8", CNETTLE_FUNCTIONS)
