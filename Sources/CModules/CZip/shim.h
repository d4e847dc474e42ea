// ZIP archives, which workbooks are: libzip 1.7 (BSD-3-Clause).
#pragma once
#include <zip.h>
