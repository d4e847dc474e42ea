// Linux's input devices as functions: their requests are macros that Swift cannot see, as are the types of this header.
// Every function returns 0 or more, or -errno.
#pragma once

#include <linux/input.h>
#include <stdbool.h>

struct dc_input {
    char name[256];
    bool types;  // has digits and Enter among its keys
};

// Reads without waiting; closed by close().
int dc_input_open(const char *path);
int dc_input_describe(int device, struct dc_input *description);
// From now on its keys come to this descriptor alone.
int dc_input_grab(int device);
