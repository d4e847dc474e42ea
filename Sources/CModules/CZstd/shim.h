// Compression: libzstd (BSD-3-Clause).
#pragma once
#include <zstd.h>
