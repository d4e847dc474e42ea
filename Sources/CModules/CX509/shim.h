// Keys and certificates from OpenSSL 3's libcrypto (Apache-2.0).
#pragma once
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
