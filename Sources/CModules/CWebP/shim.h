// WebP pictures: libwebp (BSD-3-Clause).
#pragma once
#include <webp/decode.h>
