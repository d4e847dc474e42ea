// Comma-separated lists: libcsv 3 (LGPL-2.1-or-later).
#pragma once
#include <csv.h>
