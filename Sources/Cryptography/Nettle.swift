internal import CNettle
internal import Loading

/// Nettle's functions, loaded when the first of them is called. Safe from any thread.
let nettle = unsafe loaded(CNettleFunctions(), from: "libnettle8", by: cnettle_load)
