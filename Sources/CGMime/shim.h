#include <gmime/gmime.h>
#include <string.h>

// GObject's type checks and casts are macros, which Swift does not import.

static inline InternetAddressList *cgmime_group_members(InternetAddress *address) {
    return INTERNET_ADDRESS_IS_GROUP(address) ? internet_address_group_get_members((InternetAddressGroup *)address) : NULL;
}

static inline const char *cgmime_mailbox_address(InternetAddress *address) {
    return INTERNET_ADDRESS_IS_MAILBOX(address) ? internet_address_mailbox_get_addr((InternetAddressMailbox *)address) : NULL;
}

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
