// Drawing QR codes: libqrencode 4 (LGPL-2.1-or-later).
#pragma once
#include <qrencode.h>
