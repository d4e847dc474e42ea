// An output line of a GPIO chip, through libgpiod 1 or 2 (LGPL-2.1-or-later), which have different functions.
// Functions that return int return 0, or -errno.
#pragma once

#include <stdbool.h>

struct dc_gpio_line;

// Requests a line as an output; other programs cannot use it until it is released.
// The chip is a name, a path, a label or a number, as in `gpiodetect`. -ERANGE: the chip has no line with this number.
int dc_gpio_request(const char *chip, unsigned number, bool active_low, bool on, struct dc_gpio_line **line);
int dc_gpio_set(struct dc_gpio_line *line, bool on);
// Leaves the line as it is.
void dc_gpio_release(struct dc_gpio_line *line);
