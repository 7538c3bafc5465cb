#include "../CLoading/functions.h"
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

// Loaded when a server of streams speaks TLS. Those of libcrypto are found in what libssl is linked with (dlsym(3)).
#define CTLS_FUNCTIONS(FUNCTION) \
    FUNCTION(BIO_free) \
    FUNCTION(BIO_new_mem_buf) \
    FUNCTION(ERR_clear_error) \
    FUNCTION(EVP_PKEY_free) \
    FUNCTION(PEM_read_bio_PrivateKey) \
    FUNCTION(PEM_read_bio_X509) \
    FUNCTION(SSL_CTX_check_private_key) \
    FUNCTION(SSL_CTX_ctrl) \
    FUNCTION(SSL_CTX_free) \
    FUNCTION(SSL_CTX_new) \
    FUNCTION(SSL_CTX_set_options) \
    FUNCTION(SSL_CTX_use_PrivateKey) \
    FUNCTION(SSL_CTX_use_certificate) \
    FUNCTION(SSL_accept) \
    FUNCTION(SSL_free) \
    FUNCTION(SSL_get_error) \
    FUNCTION(SSL_new) \
    FUNCTION(SSL_read) \
    FUNCTION(SSL_set_fd) \
    FUNCTION(SSL_shutdown) \
    FUNCTION(SSL_write) \
    FUNCTION(TLS_server_method) \
    FUNCTION(X509_free)

LOADED_LIBRARY(CTLSFunctions, ctls_load, "libssl.so.3", CTLS_FUNCTIONS)

// A passphrase is never asked for at a terminal.
static inline int ctls_no_passphrase(char *buffer, int size, int is_written, void *context) {
    (void)buffer, (void)size, (void)is_written, (void)context;
    return -1;
}

// Reads a chain of certificates, the server's own first; returns 0 if there is none, or one is refused.
static inline int ctls_use_chain(const CTLSFunctions *functions, SSL_CTX *context, const char *chain) {
    BIO *bio = functions->BIO_new_mem_buf(chain, -1);
    if (!bio) return 0;
    int count = 0, is_good = 1;
    X509 *certificate;
    while (is_good && (certificate = functions->PEM_read_bio_X509(bio, NULL, ctls_no_passphrase, NULL))) {
        if (count++ == 0) {
            is_good = functions->SSL_CTX_use_certificate(context, certificate) == 1;
            functions->X509_free(certificate);
        } else if (functions->SSL_CTX_ctrl(context, SSL_CTRL_EXTRA_CHAIN_CERT, 0, certificate) != 1) {
            // One that was taken belongs to the context (SSL_CTX_add_extra_chain_cert(3)).
            functions->X509_free(certificate);
            is_good = 0;
        }
    }
    functions->BIO_free(bio);
    // The end of the text is an error, too.
    functions->ERR_clear_error();
    return is_good && count > 0;
}

static inline int ctls_use_key(const CTLSFunctions *functions, SSL_CTX *context, const char *key) {
    BIO *bio = functions->BIO_new_mem_buf(key, -1);
    if (!bio) return 0;
    EVP_PKEY *pair = functions->PEM_read_bio_PrivateKey(bio, NULL, ctls_no_passphrase, NULL);
    functions->BIO_free(bio);
    int is_good = pair && functions->SSL_CTX_use_PrivateKey(context, pair) == 1
        && functions->SSL_CTX_check_private_key(context) == 1;
    if (pair) functions->EVP_PKEY_free(pair);
    functions->ERR_clear_error();
    return is_good;
}

// What all connections of a server share: TLS 1.2 and later, no renegotiation; NULL if the PEM cannot be used.
static inline SSL_CTX *ctls_context(const CTLSFunctions *functions, const char *chain, const char *key) {
    SSL_CTX *context = functions->SSL_CTX_new(functions->TLS_server_method());
    if (!context) return NULL;
    functions->SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL);
    functions->SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    // A connection that waits keeps no buffers.
    functions->SSL_CTX_ctrl(
        context, SSL_CTRL_MODE,
        SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER, NULL);
    if (ctls_use_chain(functions, context, chain) && ctls_use_key(functions, context, key)) return context;
    functions->SSL_CTX_free(context);
    return NULL;
}

// How a call ended that moved no bytes.
enum { ctls_end = 0, ctls_wants_read = -1, ctls_wants_write = -2, ctls_failed = -3 };

static inline int ctls_result(const CTLSFunctions *functions, SSL *connection, int result) {
    if (result > 0) return result;
    switch (functions->SSL_get_error(connection, result)) {
    case SSL_ERROR_WANT_READ: return ctls_wants_read;
    case SSL_ERROR_WANT_WRITE: return ctls_wants_write;
    case SSL_ERROR_ZERO_RETURN: return ctls_end;
    default: return ctls_failed;
    }
}

// Each call begins with no error of another: SSL_get_error(3) looks at those of the thread.
static inline int ctls_accept(const CTLSFunctions *functions, SSL *connection) {
    functions->ERR_clear_error();
    return ctls_result(functions, connection, functions->SSL_accept(connection));
}

static inline int ctls_read(const CTLSFunctions *functions, SSL *connection, void *bytes, int count) {
    functions->ERR_clear_error();
    return ctls_result(functions, connection, functions->SSL_read(connection, bytes, count));
}

static inline int ctls_write(const CTLSFunctions *functions, SSL *connection, const void *bytes, int count) {
    functions->ERR_clear_error();
    return ctls_result(functions, connection, functions->SSL_write(connection, bytes, count));
}
