// HMAC, HKDF and SHA-256 from OpenSSL 3's libcrypto (Apache-2.0).
#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/sha.h>
#include <stdint.h>

// OpenSSL's parameter lists keep pointers to their names and values beyond the call that makes them, which Swift's
// strings and arrays do not allow. So the two functions that need such a list are written here.

/// A context keyed for HMAC-SHA-256, to be freed with EVP_MAC_CTX_free; NULL when libcrypto cannot make one.
static inline EVP_MAC_CTX *hmac_sha256_new(const uint8_t *key, size_t key_length) {
    const OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_MAC *hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = hmac ? EVP_MAC_CTX_new(hmac) : NULL;
    EVP_MAC_free(hmac);  // the context holds a reference of its own
    if (context && EVP_MAC_init(context, key, key_length, parameters) == 1) return context;
    EVP_MAC_CTX_free(context);
    return NULL;
}

/// HKDF-SHA-256, extract and expand (RFC 5869), into output; returns 1, or 0 when libcrypto cannot.
static inline int hkdf_sha256(const uint8_t *salt, size_t salt_length, const uint8_t *key, size_t key_length,
                              const uint8_t *info, size_t info_length, uint8_t *output, size_t output_length) {
    const OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_length),
        OSSL_PARAM_construct_end(),
    };
    EVP_KDF *hkdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = hkdf ? EVP_KDF_CTX_new(hkdf) : NULL;
    EVP_KDF_free(hkdf);  // the context holds a reference of its own
    const int derived = context && EVP_KDF_derive(context, output, output_length, parameters) == 1;
    EVP_KDF_CTX_free(context);
    return derived;
}
