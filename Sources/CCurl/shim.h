#include "../CLoading/functions.h"
// The checks of types are macros by the names of functions, which the table has, too.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Loaded when another machine is asked over HTTP: with TLS, HTTP/2, Kerberos and LDAP it is some twenty libraries.
#define CCURL_FUNCTIONS(FUNCTION) \
    FUNCTION(curl_easy_cleanup) \
    FUNCTION(curl_easy_getinfo) \
    FUNCTION(curl_easy_init) \
    FUNCTION(curl_easy_perform) \
    FUNCTION(curl_easy_setopt) \
    FUNCTION(curl_easy_strerror) \
    FUNCTION(curl_global_init) \
    FUNCTION(curl_slist_append) \
    FUNCTION(curl_slist_free_all)

LOADED_LIBRARY(CCurlFunctions, ccurl_load, "libcurl.so.4", CCURL_FUNCTIONS)

// curl_easy_setopt(3) and curl_easy_getinfo(3) are variadic, which Swift does not import. These return whether all went well.

static inline int ccurl_init(const CCurlFunctions *functions) {
    return functions->curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static inline int ccurl_set_number(const CCurlFunctions *functions, CURL *question, CURLoption option, long value) {
    return functions->curl_easy_setopt(question, option, value) == CURLE_OK;
}

// What is not copied by libcurl (a body, a list) has to live as long as the question.
static inline int ccurl_set_pointer(const CCurlFunctions *functions, CURL *question, CURLoption option, const void *value) {
    return functions->curl_easy_setopt(question, option, value) == CURLE_OK;
}

typedef size_t (*ccurl_taker)(char *bytes, size_t size, size_t count, void *context);

// Has the pieces of the body and the lines of the head taken; a taker that returns another number than it got ends the question.
static inline int ccurl_set_takers(
    const CCurlFunctions *functions, CURL *question, ccurl_taker body, ccurl_taker head, void *context) {
    return functions->curl_easy_setopt(question, CURLOPT_WRITEFUNCTION, body) == CURLE_OK
        && functions->curl_easy_setopt(question, CURLOPT_WRITEDATA, context) == CURLE_OK
        && functions->curl_easy_setopt(question, CURLOPT_HEADERFUNCTION, head) == CURLE_OK
        && functions->curl_easy_setopt(question, CURLOPT_HEADERDATA, context) == CURLE_OK;
}

static inline long ccurl_status(const CCurlFunctions *functions, CURL *question) {
    long status = 0;
    functions->curl_easy_getinfo(question, CURLINFO_RESPONSE_CODE, &status);
    return status;
}
