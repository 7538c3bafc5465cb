#include "../CLoading/functions.h"
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

// Loaded when the first signature is made or verified: 3,000 of its own addresses have to be put right.
#define CCRYPTO_FUNCTIONS(FUNCTION) \
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
    FUNCTION(EVP_PKEY_new_raw_private_key) \
    FUNCTION(EVP_PKEY_new_raw_public_key) \
    FUNCTION(EVP_aes_256_cbc) \
    FUNCTION(OPENSSL_cleanse) \
    FUNCTION(PKCS5_pbe2_set_scrypt) \
    FUNCTION(PKCS8_PRIV_KEY_INFO_free) \
    FUNCTION(PKCS8_decrypt) \
    FUNCTION(PKCS8_set0_pbe) \
    FUNCTION(X509_SIG_free) \
    FUNCTION(d2i_X509_SIG) \
    FUNCTION(i2d_X509_SIG)

LOADED_LIBRARY(CCryptoFunctions, ccrypto_load, "libcrypto.so.3", CCRYPTO_FUNCTIONS)
