#include "../CLoading/functions.h"
#include <gmime/gmime.h>
#include <string.h>

// GMime is loaded when the first message is parsed, not when the process starts: with GIO and what that wants it is fifteen libraries, a third
// of the time that a question takes. Nothing here is linked to it; its headers give the types.
#define CGMIME_FUNCTIONS(FUNCTION) \
    FUNCTION(g_mime_init) \
    FUNCTION(g_mime_charset_iconv_name) \
    FUNCTION(g_mime_iconv_open) \
    FUNCTION(g_mime_iconv_close) \
    FUNCTION(g_mime_encoding_init_decode) \
    FUNCTION(g_mime_encoding_init_encode) \
    FUNCTION(g_mime_encoding_outlen) \
    FUNCTION(g_mime_encoding_step) \
    FUNCTION(g_mime_encoding_flush) \
    FUNCTION(g_mime_content_type_parse) \
    FUNCTION(g_mime_content_type_new) \
    FUNCTION(g_mime_content_type_set_parameter) \
    FUNCTION(g_mime_content_type_encode) \
    FUNCTION(g_mime_content_type_get_media_type) \
    FUNCTION(g_mime_content_type_get_media_subtype) \
    FUNCTION(g_mime_content_type_get_parameter) \
    FUNCTION(g_mime_content_disposition_parse) \
    FUNCTION(g_mime_content_disposition_new) \
    FUNCTION(g_mime_content_disposition_set_disposition) \
    FUNCTION(g_mime_content_disposition_set_parameter) \
    FUNCTION(g_mime_content_disposition_encode) \
    FUNCTION(g_mime_content_disposition_get_disposition) \
    FUNCTION(g_mime_content_disposition_get_parameter) \
    FUNCTION(internet_address_list_parse) \
    FUNCTION(internet_address_list_length) \
    FUNCTION(internet_address_list_get_address) \
    FUNCTION(internet_address_get_name) \
    FUNCTION(internet_address_group_get_type) \
    FUNCTION(internet_address_group_get_members) \
    FUNCTION(internet_address_mailbox_get_type) \
    FUNCTION(internet_address_mailbox_get_addr) \
    FUNCTION(g_type_check_instance_is_a) \
    FUNCTION(g_object_unref)

// Those of GObject are found through GMime, which is linked to it.
LOADED_LIBRARY(CGMimeFunctions, cgmime_load, "libgmime-3.0.so.0", CGMIME_FUNCTIONS)

// What folds a text that is not all ASCII; most words that are looked for are.
#define CGMIME_TEXT_FUNCTIONS(FUNCTION) \
    FUNCTION(g_free) \
    FUNCTION(g_utf8_casefold) \
    FUNCTION(g_utf8_normalize)

LOADED_LIBRARY(CGMimeTextFunctions, cgmime_load_text, "libglib-2.0.so.0", CGMIME_TEXT_FUNCTIONS)

// Returns where in bytes[start..<end] the line ends that stands before the first line starting with "--"; where there is none, the
// last line end; -1 without any. memmem and memrchr would do, but Swift's Glibc module lacks them.
static inline ptrdiff_t cgmime_line_end_before_dashes(const void *bytes, ptrdiff_t start, ptrdiff_t end) {
    const char *text = (const char *)bytes;
    ptrdiff_t last = -1;
    while (start < end) {
        const char *found = (const char *)memchr(text + start, '\n', end - start);
        if (!found) break;
        last = found - text;
        if (end - last > 2 && found[1] == '-' && found[2] == '-') break;
        start = last + 1;
    }
    return last;
}
