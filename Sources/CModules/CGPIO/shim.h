// Pins of general purpose through libgpiod 1.6 (LGPL-2.1-or-later).
#pragma once
#include <gpiod.h>
