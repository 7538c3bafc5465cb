#include <zlib.h>

// A macro that does not import; 16 asks for a gzip wrapper and no other (zlib.h, inflateInit2).
static inline int mailledger_inflate_init_gzip(z_streamp stream) {
    return inflateInit2(stream, MAX_WBITS + 16);
}
