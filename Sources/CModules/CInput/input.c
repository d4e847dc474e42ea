// Linux's input devices: a function for each request.
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

int dc_input_open(const char *path) {
    int device;
    do device = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    while (device == -1 && errno == EINTR);
    return device == -1 ? -errno : device;
}

static bool has(const unsigned long *keys, int key) {
    int bits = CHAR_BIT * sizeof *keys;
    return keys[key / bits] >> (key % bits) & 1;
}

int dc_input_describe(int device, struct dc_input *description) {
    unsigned long keys[KEY_MAX / (CHAR_BIT * sizeof(long)) + 1] = {0};
    memset(description, 0, sizeof *description);
    if (ioctl(device, EVIOCGNAME(sizeof description->name - 1), description->name) == -1) return -errno;
    if (ioctl(device, EVIOCGBIT(EV_KEY, sizeof keys), keys) == -1) return -errno;
    description->types = has(keys, KEY_ENTER);
    // By this clock events keep their distance when the time of day is set.
    int clock = CLOCK_MONOTONIC;
    if (ioctl(device, EVIOCSCLOCKID, &clock) == -1) return -errno;
    for (int key = KEY_1; key <= KEY_0; key++) description->types = description->types && has(keys, key);
    return 0;
}

int dc_input_grab(int device) { return ioctl(device, EVIOCGRAB, 1) == -1 ? -errno : 0; }
