// PNG pictures: libpng 1.6, simplified API only, so that no longjmp crosses Swift (libpng-2.0).
#pragma once
#include <png.h>
