#include "../CLoading/functions.h"
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>
#include <time.h>

// Loaded when the first signature is made or verified: 3,000 of its own addresses have to be put right.
#define CCRYPTO_FUNCTIONS(FUNCTION) \
    FUNCTION(ASN1_TIME_to_tm) \
    FUNCTION(BIO_free) \
    FUNCTION(BIO_new_mem_buf) \
    FUNCTION(ERR_clear_error) \
    FUNCTION(EVP_DigestSign) \
    FUNCTION(EVP_DigestSignInit) \
    FUNCTION(EVP_DigestVerify) \
    FUNCTION(EVP_DigestVerifyInit) \
    FUNCTION(EVP_MD_CTX_free) \
    FUNCTION(EVP_MD_CTX_new) \
    FUNCTION(EVP_PKCS82PKEY) \
    FUNCTION(EVP_PKEY2PKCS8) \
    FUNCTION(EVP_PKEY_free) \
    FUNCTION(EVP_PKEY_get_id) \
    FUNCTION(EVP_PKEY_get_raw_private_key) \
    FUNCTION(EVP_PKEY_get_raw_public_key) \
    FUNCTION(EVP_PKEY_get_security_bits) \
    FUNCTION(EVP_PKEY_new_raw_private_key) \
    FUNCTION(EVP_PKEY_new_raw_public_key) \
    FUNCTION(EVP_aes_256_cbc) \
    FUNCTION(OPENSSL_cleanse) \
    FUNCTION(PEM_read_bio_PrivateKey) \
    FUNCTION(PEM_read_bio_X509) \
    FUNCTION(PKCS5_pbe2_set_scrypt) \
    FUNCTION(PKCS8_PRIV_KEY_INFO_free) \
    FUNCTION(PKCS8_decrypt) \
    FUNCTION(PKCS8_set0_pbe) \
    FUNCTION(X509_SIG_free) \
    FUNCTION(X509_check_private_key) \
    FUNCTION(X509_free) \
    FUNCTION(X509_get0_notAfter) \
    FUNCTION(X509_get0_notBefore) \
    FUNCTION(d2i_X509_SIG) \
    FUNCTION(i2d_X509_SIG)

LOADED_LIBRARY(CCryptoFunctions, ccrypto_load, "libcrypto.so.3", CCRYPTO_FUNCTIONS)

// What a look at a chain of certificates and a key finds.
struct ccrypto_pair {
    int certificates;
    int has_key;
    // Whether the key is that of the first certificate.
    int belongs;
    // How hard the key is to guess, as a number of bits of a symmetric one.
    int security_bits;
    // When the last of the certificates begins to be valid, and the first of them ends, in seconds since 1970.
    long long start;
    long long end;
};

// A passphrase is never asked for at a terminal.
static inline int ccrypto_no_passphrase(char *buffer, int size, int is_written, void *context) {
    (void)buffer, (void)size, (void)is_written, (void)context;
    return -1;
}

static inline long long ccrypto_seconds(const CCryptoFunctions *functions, const ASN1_TIME *time, long long otherwise) {
    struct tm fields;
    return functions->ASN1_TIME_to_tm(time, &fields) == 1 ? (long long)timegm(&fields) : otherwise;
}

static inline struct ccrypto_pair ccrypto_look(
    const CCryptoFunctions *functions, const void *chain, int chain_length, const void *key, int key_length) {
    struct ccrypto_pair pair = {0, 0, 0, 0, -0x7fffffffffffffffLL, 0x7fffffffffffffffLL};
    X509 *first = NULL;
    BIO *bio = functions->BIO_new_mem_buf(chain, chain_length);
    X509 *certificate;
    while (bio && (certificate = functions->PEM_read_bio_X509(bio, NULL, ccrypto_no_passphrase, NULL))) {
        long long start = ccrypto_seconds(functions, functions->X509_get0_notBefore(certificate), pair.start);
        long long end = ccrypto_seconds(functions, functions->X509_get0_notAfter(certificate), pair.end);
        if (start > pair.start) pair.start = start;
        if (end < pair.end) pair.end = end;
        if (pair.certificates++ == 0) first = certificate;
        else functions->X509_free(certificate);
    }
    if (bio) functions->BIO_free(bio);
    bio = functions->BIO_new_mem_buf(key, key_length);
    EVP_PKEY *own = bio ? functions->PEM_read_bio_PrivateKey(bio, NULL, ccrypto_no_passphrase, NULL) : NULL;
    if (bio) functions->BIO_free(bio);
    if (own) {
        pair.has_key = 1;
        pair.belongs = first && functions->X509_check_private_key(first, own) == 1;
        pair.security_bits = functions->EVP_PKEY_get_security_bits(own);
        functions->EVP_PKEY_free(own);
    }
    if (first) functions->X509_free(first);
    // The end of the text is an error, too.
    functions->ERR_clear_error();
    return pair;
}
