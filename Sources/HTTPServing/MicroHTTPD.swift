internal import CMicroHTTPD
internal import Loading

/// The functions of libmicrohttpd, loaded when the first server starts. Safe from any thread: the table is never written again.
nonisolated(unsafe) let microHTTPD = unsafe loaded(
    CMicroHTTPDFunctions(), from: "libmicrohttpd12", by: cmicrohttpd_load)
