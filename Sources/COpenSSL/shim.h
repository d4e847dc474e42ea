// HMAC, HKDF, SHA-256, random bytes: OpenSSL 3 libcrypto (Apache-2.0).
#pragma once
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
