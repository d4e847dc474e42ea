// Signatures and sealed boxes: libsodium (ISC).
#pragma once
#include <sodium.h>
