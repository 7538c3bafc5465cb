package import CCrypto
internal import Loading

/// OpenSSL's functions, loaded when the first of them is called. Safe from any thread.
package let openssl = unsafe loaded(CCryptoFunctions(), from: "libssl3", by: ccrypto_load)
