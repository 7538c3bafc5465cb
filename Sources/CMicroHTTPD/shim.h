#include "../CLoading/functions.h"
#include <malloc.h>
#include <microhttpd.h>
#include <sys/socket.h>

// Loaded when a server is started: with GnuTLS and what that wants it is twelve libraries, and no other verb has a use for them.
#define CMICROHTTPD_FUNCTIONS(FUNCTION) \
    FUNCTION(MHD_add_response_header) \
    FUNCTION(MHD_create_response_from_buffer) \
    FUNCTION(MHD_create_response_from_callback) \
    FUNCTION(MHD_destroy_response) \
    FUNCTION(MHD_get_connection_info) \
    FUNCTION(MHD_get_connection_values_n) \
    FUNCTION(MHD_get_daemon_info) \
    FUNCTION(MHD_is_feature_supported) \
    FUNCTION(MHD_queue_response) \
    FUNCTION(MHD_quiesce_daemon) \
    FUNCTION(MHD_resume_connection) \
    FUNCTION(MHD_start_daemon) \
    FUNCTION(MHD_stop_daemon) \
    FUNCTION(MHD_suspend_connection)

LOADED_LIBRARY(CMicroHTTPDFunctions, cmicrohttpd_load, "libmicrohttpd.so.12", CMICROHTTPD_FUNCTIONS)

// Values of the library's enumerations, under names that do not depend on how Swift imports those.
static const enum MHD_Result cmicrohttpd_yes = MHD_YES;
static const enum MHD_Result cmicrohttpd_no = MHD_NO;
static const enum MHD_ValueKind cmicrohttpd_header = MHD_HEADER_KIND;
static const enum MHD_ValueKind cmicrohttpd_parameter = MHD_GET_ARGUMENT_KIND;
static const enum MHD_ConnectionNotificationCode cmicrohttpd_started = MHD_CONNECTION_NOTIFY_STARTED;
static const enum MHD_ResponseMemoryMode cmicrohttpd_copied = MHD_RESPMEM_MUST_COPY;

// The value of a digit of an escape; -1 for another sign.
static inline int cmicrohttpd_digit(char sign) {
    if (sign >= '0' && sign <= '9') return sign - '0';
    if (sign >= 'a' && sign <= 'f') return sign - 'a' + 10;
    if (sign >= 'A' && sign <= 'F') return sign - 'A' + 10;
    return -1;
}

// Stands for a NUL in a path or a parameter: a byte that UTF-8 never has (RFC 3629 section 3).
static const unsigned char cmicrohttpd_nul = 0xff;

// Reads the escapes of a path or a parameter as the library does (RFC 3986 section 2.1), but for %00. The path is handed over as a C
// string, which a NUL would end.
static inline size_t cmicrohttpd_unescape(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    char *end = text;
    for (const char *next = text; *next; end++) {
        int high = *next == '%' ? cmicrohttpd_digit(next[1]) : -1;
        int low = high >= 0 ? cmicrohttpd_digit(next[2]) : -1;
        if (low < 0) {
            *end = *next++;
            continue;
        }
        int byte = high << 4 | low;
        *end = (char)(byte ? byte : cmicrohttpd_nul);
        next += 3;
    }
    *end = 0;
    return (size_t)(end - text);
}

// What a server is started with. The functions of the library that take a list of any length are called from here.
struct cmicrohttpd_settings {
    int socket;
    unsigned int connections;
    size_t connection_memory;
    unsigned int idle_seconds;
    // Both NULL for a server without TLS.
    const char *certificate;
    const char *key;
    void *context;
    MHD_AcceptPolicyCallback accepts;
    MHD_NotifyConnectionCallback connection;
    MHD_AccessHandlerCallback request;
    MHD_RequestCompletedCallback completed;
};

static inline struct MHD_Daemon *cmicrohttpd_start(
    const CMicroHTTPDFunctions *functions, const struct cmicrohttpd_settings *settings) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
        // TLS 1.2 and later.
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    int has_tls = settings->certificate && settings->key;
    if (has_tls) flags |= MHD_USE_TLS;
    return functions->MHD_start_daemon(
        flags, 0, settings->accepts, settings->context, settings->request, settings->context,
        MHD_OPTION_LISTEN_SOCKET, settings->socket,
        MHD_OPTION_CONNECTION_LIMIT, settings->connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, cmicrohttpd_unescape, (void *)0,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context,
        MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
        MHD_OPTION_ARRAY, has_tls ? tls : none,
        MHD_OPTION_END);
}

// How many connections a server has that it took; some where the library does not tell.
static inline unsigned int cmicrohttpd_connections(const CMicroHTTPDFunctions *functions, struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = functions->MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 1;
}

// Has each large block of memory come from the system and go back to it at once. By default malloc(3) keeps ever larger ones after the
// first was freed, so a server would hold for good what a few large requests took.
static inline void cmicrohttpd_return_large_blocks(void) {
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

// The descriptor of a connection; -1 where the library does not tell.
static inline int cmicrohttpd_socket(const CMicroHTTPDFunctions *functions, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        functions->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// Who runs the program at the other end of a Unix socket; -1 where that cannot be told (SO_PEERCRED of unix(7), a struct that Swift's
// Glibc module has only with _GNU_SOURCE).
static inline long cmicrohttpd_peer_user(int socket) {
    struct { int process; unsigned int user; unsigned int group; } peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
    return length == sizeof peer ? (long)peer.user : -1;
}
