// libgpiod 1, which Debian 12 has, and 2, which Debian 13 has.
#include "gpio.h"

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>

// Only version 1 has bulks of lines; neither version has a macro with its number.
#ifdef GPIOD_LINE_BULK_MAX_LINES

struct dc_gpio_line {
    struct gpiod_chip *chip;
    struct gpiod_line *line;
};

int dc_gpio_request(const char *name, unsigned number, bool active_low, bool on, struct dc_gpio_line **line) {
    struct gpiod_chip *chip = gpiod_chip_open_lookup(name);
    if (!chip) return -errno;
    int code = ERANGE;
    if (number >= gpiod_chip_num_lines(chip)) goto close;
    struct gpiod_line *requested = gpiod_chip_get_line(chip, number);
    int flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
    if (!requested || gpiod_line_request_output_flags(requested, "doorcheck", flags, on)) {
        code = errno;
        goto close;
    }
    code = ENOMEM;
    if (!(*line = malloc(sizeof **line))) goto close;
    **line = (struct dc_gpio_line){chip, requested};
    return 0;
close:
    gpiod_chip_close(chip);
    return -code;
}

int dc_gpio_set(struct dc_gpio_line *line, bool on) { return gpiod_line_set_value(line->line, on) ? -errno : 0; }

// Closing the chip also releases its lines.
void dc_gpio_release(struct dc_gpio_line *line) {
    gpiod_chip_close(line->chip);
    free(line);
}

#else

#include <dirent.h>
#include <stdio.h>
#include <string.h>

struct dc_gpio_line {
    struct gpiod_line_request *request;
    unsigned number;
};

static bool is_called(struct gpiod_chip *chip, const char *name) {
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    if (!info) return false;
    const char *number = gpiod_chip_info_get_name(info) + strlen("gpiochip");
    bool is = !strcmp(name, gpiod_chip_info_get_name(info)) || !strcmp(name, gpiod_chip_info_get_label(info)) ||
              !strcmp(name, number);
    gpiod_chip_info_free(info);
    return is;
}

// Version 2 opens paths only.
static struct gpiod_chip *open_chip(const char *name) {
    if (strchr(name, '/')) return gpiod_chip_open(name);
    DIR *devices = opendir("/dev");
    if (!devices) return NULL;
    struct gpiod_chip *chip = NULL;
    int code = ENOENT;
    for (struct dirent *entry; !chip && (entry = readdir(devices));) {
        char path[sizeof entry->d_name + sizeof "/dev/"];
        if (strncmp(entry->d_name, "gpiochip", strlen("gpiochip"))) continue;
        snprintf(path, sizeof path, "/dev/%s", entry->d_name);
        if (!gpiod_is_gpiochip_device(path)) continue;
        chip = gpiod_chip_open(path);
        // A chip that this user may not open could be the one.
        if (!chip) code = errno;
        if (!chip || is_called(chip, name)) continue;
        gpiod_chip_close(chip);
        chip = NULL;
    }
    closedir(devices);
    if (!chip) errno = code;
    return chip;
}

// Returns NULL if there is no memory or the kernel refuses.
static struct gpiod_line_request *request_output(struct gpiod_chip *chip, unsigned number, bool active_low, bool on) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *consumer = gpiod_request_config_new();
    struct gpiod_line_request *request = NULL;
    if (settings && lines && consumer) {
        gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
        gpiod_line_settings_set_active_low(settings, active_low);
        gpiod_line_settings_set_output_value(settings, on ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
        gpiod_request_config_set_consumer(consumer, "doorcheck");
        if (!gpiod_line_config_add_line_settings(lines, &number, 1, settings))
            request = gpiod_chip_request_lines(chip, consumer, lines);
    }
    int code = errno;
    gpiod_request_config_free(consumer);
    gpiod_line_config_free(lines);
    gpiod_line_settings_free(settings);
    errno = code;
    return request;
}

int dc_gpio_request(const char *name, unsigned number, bool active_low, bool on, struct dc_gpio_line **line) {
    struct gpiod_chip *chip = open_chip(name);
    if (!chip) return -errno;
    int code = 0;
    struct gpiod_line_request *request = NULL;
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    if (!info)
        code = errno;
    else if (number >= gpiod_chip_info_get_num_lines(info))
        code = ERANGE;
    else if (!(request = request_output(chip, number, active_low, on)))
        code = errno;
    else if (!(*line = malloc(sizeof **line)))
        code = ENOMEM;
    gpiod_chip_info_free(info);
    // A request outlives the chip that it was made with.
    gpiod_chip_close(chip);
    if (!code)
        **line = (struct dc_gpio_line){request, number};
    else
        gpiod_line_request_release(request);
    return -code;
}

int dc_gpio_set(struct dc_gpio_line *line, bool on) {
    enum gpiod_line_value value = on ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    return gpiod_line_request_set_value(line->request, line->number, value) ? -errno : 0;
}

void dc_gpio_release(struct dc_gpio_line *line) {
    gpiod_line_request_release(line->request);
    free(line);
}

#endif
