#include <zlib.h>

// Macros do not import; 16 asks for a gzip wrapper and no other (zlib.h, inflateInit2).
static inline int mailledger_inflate_init_gzip(z_streamp stream) {
    return inflateInit2(stream, MAX_WBITS + 16);
}

// Without a wrapper (RFC 1951), as the windows' sign says.
static inline int mailledger_inflate_init_raw(z_streamp stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

// A window of 4 KiB and tables of 16 KiB.
static inline int mailledger_deflate_init_raw(z_streamp stream) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -12, 5, Z_DEFAULT_STRATEGY);
}
