#include "../CLoading/functions.h"
#include <glib.h>

// Loaded when a configuration file is read; many have none.
#define CGLIB_FUNCTIONS(FUNCTION) \
    FUNCTION(g_error_free) \
    FUNCTION(g_free) \
    FUNCTION(g_key_file_get_groups) \
    FUNCTION(g_key_file_get_keys) \
    FUNCTION(g_key_file_get_string) \
    FUNCTION(g_key_file_load_from_data) \
    FUNCTION(g_key_file_new) \
    FUNCTION(g_key_file_remove_key) \
    FUNCTION(g_key_file_set_string) \
    FUNCTION(g_key_file_to_data) \
    FUNCTION(g_key_file_unref) \
    FUNCTION(g_strfreev)

LOADED_LIBRARY(CGLibFunctions, cglib_load, "libglib-2.0.so.0", CGLIB_FUNCTIONS)
