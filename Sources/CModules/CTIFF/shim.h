// What module.modulemap makes a Swift module: TIFF pictures.
#pragma once
#include <tiffio.h>
