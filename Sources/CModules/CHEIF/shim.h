// What module.modulemap makes a Swift module: HEIF pictures.
#pragma once
#include <libheif/heif.h>
