// Video4Linux capture as plain functions and structs, because Swift sees neither variadic calls nor the request macros.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Every function retries EINTR and returns 0 or more, or -errno.

// Four characters as V4L2 packs them: the first in the lowest byte (linux/videodev2.h, v4l2_fourcc).
#define DC_FOURCC(a, b, c, d) \
    ((uint32_t)(a) | ((uint32_t)(b) << 8) | ((uint32_t)(c) << 16) | ((uint32_t)(d) << 24))

enum dc_pixel_format {
    DC_GREY = DC_FOURCC('G', 'R', 'E', 'Y'),   // one byte of luma per pixel
    DC_YUYV = DC_FOURCC('Y', 'U', 'Y', 'V'),   // luma in every second byte
    DC_UYVY = DC_FOURCC('U', 'Y', 'V', 'Y'),   // the same, luma in the other bytes
    DC_NV12 = DC_FOURCC('N', 'V', '1', '2'),   // a plane of luma, then one of chroma
    DC_Y10 = DC_FOURCC('Y', '1', '0', ' '),    // luma in two bytes, the lower first, 10 bits of it used
    DC_Y12 = DC_FOURCC('Y', '1', '2', ' '),    // 12 bits used
    DC_Y16 = DC_FOURCC('Y', '1', '6', ' '),    // all 16
    DC_YU12 = DC_FOURCC('Y', 'U', '1', '2'),   // a plane of luma, then two of chroma
    DC_MJPEG = DC_FOURCC('M', 'J', 'P', 'G'),  // a JPEG picture per frame
};

struct dc_device {
    char driver[17];
    char card[33];
    char bus[33];
    bool captures;  // this node captures video; others of the same camera carry metadata
    bool streams;   // and does so into mapped buffers
};

// The controls that a door sets, by number: their names changed in Linux 5.16.
enum dc_control_number {
    DC_POWER_LINE_FREQUENCY = 0x00980918,
    DC_EXPOSURE_AUTO = 0x009a0901,
    DC_EXPOSURE_ABSOLUTE = 0x009a0902,
    DC_EXPOSURE_AUTO_PRIORITY = 0x009a0903,
    DC_FOCUS_ABSOLUTE = 0x009a090a,
    DC_FOCUS_AUTO = 0x009a090c,
};

enum dc_control_kind { DC_OTHER, DC_INTEGER, DC_BOOLEAN, DC_MENU };

struct dc_control {
    uint32_t number;
    char name[33];
    enum dc_control_kind kind;
    int32_t minimum, maximum, step, default_value;
    bool read_only;
    bool inactive;  // has no effect until another control is changed, as an exposure time under automatic exposure
};

struct dc_range {  // a list entry has low = high
    uint32_t low_width, high_width, step_width;
    uint32_t low_height, high_height, step_height;
};

struct dc_format {
    uint32_t width, height, pixel_format, bytes_per_line, bytes;
};

struct dc_buffer {
    uint32_t index;
    uint32_t bytes_used;
    uint32_t sequence;
    int64_t age_nanoseconds;  // since the driver took the frame; 0 where it does not say
    bool damaged;             // the driver says that bytes are missing or wrong
};

// Reads what a node is, without taking the camera from anyone.
int dc_query_path(const char *path, struct dc_device *device);

// `converts` lets libv4l2 offer formats that the camera has not; it then hides those of the camera that it converts.
int dc_open(const char *path, bool converts);
int dc_close(int camera);

// The index-th answer of each list; -EINVAL ends the list.
int dc_format_at(int camera, uint32_t index, uint32_t *pixel_format);
int dc_size_at(int camera, uint32_t index, uint32_t pixel_format, struct dc_range *size);
// Frames per 1000 seconds; low = high in a list of single rates.
int dc_rate_at(int camera, uint32_t index, uint32_t pixel_format, uint32_t width, uint32_t height,
               uint32_t *low, uint32_t *high);

// Both ask for what is passed in and write what the driver chose.
int dc_set_format(int camera, struct dc_format *format);
int dc_set_rate(int camera, uint32_t *frames_per_1000_seconds);

// The control with the lowest number above `number`; -EINVAL after the last.
int dc_control_after(int camera, uint32_t number, struct dc_control *control);
// -EINVAL where the menu has no such entry.
int dc_menu_entry(int camera, uint32_t number, uint32_t index, char name[33]);
int dc_get_control(int camera, uint32_t number, int32_t *value);
// Writes what the driver chose.
int dc_set_control(int camera, uint32_t number, int32_t *value);

int dc_request_buffers(int camera, uint32_t *count);
int dc_map(int camera, uint32_t index, void **address, size_t *length);
int dc_unmap(void *address, size_t length);
int dc_enqueue(int camera, uint32_t index);
int dc_dequeue(int camera, struct dc_buffer *buffer);
int dc_stream(int camera, bool on);

// 1 when a frame or an error waits, 0 after the time.
int dc_wait(int camera, int milliseconds);
