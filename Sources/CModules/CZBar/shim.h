// The QR decoder: zbar 0.23 (LGPL-2.1-or-later).
#pragma once
#include <zbar.h>
