// Video4Linux through libv4l2, which converts what a camera gives where no format of ours is among it.
#include "video4linux.h"

#include <errno.h>
#include <fcntl.h>
#include <libv4l2.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { CAPTURE = V4L2_BUF_TYPE_VIDEO_CAPTURE };

static int request(int camera, unsigned long number, void *argument) {
    int result;
    do result = v4l2_ioctl(camera, number, argument);
    while (result == -1 && errno == EINTR);
    return result == -1 ? -errno : result;
}

// libv4l2 reports to stderr unless it has a file; our errors say the same, once.
static void silence(void) { v4l2_log_file = fopen("/dev/null", "we"); }

static int open_node(const char *path) {
    int node;
    do node = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    while (node == -1 && errno == EINTR);
    return node == -1 ? -errno : node;
}

int dc_open(const char *path, bool converts) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, silence);
    int camera = open_node(path);
    if (camera < 0) return camera;
    if (v4l2_fd_open(camera, converts ? 0 : V4L2_DISABLE_CONVERSION) == -1) {
        int reason = -errno;
        close(camera);
        return reason;
    }
    return camera;
}

int dc_close(int camera) { return v4l2_close(camera) == -1 ? -errno : 0; }

static void describe(const struct v4l2_capability *from, struct dc_device *device) {
    memset(device, 0, sizeof *device);
    memcpy(device->driver, from->driver, sizeof from->driver);
    memcpy(device->card, from->card, sizeof from->card);
    memcpy(device->bus, from->bus_info, sizeof from->bus_info);
    // `capabilities` speaks of the whole camera, `device_caps` of this node.
    uint32_t here = from->capabilities & V4L2_CAP_DEVICE_CAPS ? from->device_caps : from->capabilities;
    device->captures = here & V4L2_CAP_VIDEO_CAPTURE;
    device->streams = here & V4L2_CAP_STREAMING;
}

int dc_query_path(const char *path, struct dc_device *device) {
    struct v4l2_capability capability = {0};
    int node = open_node(path), result;
    if (node < 0) return node;
    do result = ioctl(node, VIDIOC_QUERYCAP, &capability);
    while (result == -1 && errno == EINTR);
    if (result == -1) result = -errno;
    close(node);
    describe(&capability, device);
    return result;
}

int dc_format_at(int camera, uint32_t index, uint32_t *pixel_format) {
    struct v4l2_fmtdesc format = {.index = index, .type = CAPTURE};
    int result = request(camera, VIDIOC_ENUM_FMT, &format);
    *pixel_format = format.pixelformat;
    return result;
}

int dc_size_at(int camera, uint32_t index, uint32_t pixel_format, struct dc_range *size) {
    struct v4l2_frmsizeenum answer = {.index = index, .pixel_format = pixel_format};
    int result = request(camera, VIDIOC_ENUM_FRAMESIZES, &answer);
    if (result < 0) return result;
    if (answer.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
        *size = (struct dc_range){answer.discrete.width, answer.discrete.width, 1,
                                  answer.discrete.height, answer.discrete.height, 1};
        return 0;
    }
    if (index > 0) return -EINVAL;  // a range is the whole list
    *size = (struct dc_range){answer.stepwise.min_width, answer.stepwise.max_width, answer.stepwise.step_width,
                              answer.stepwise.min_height, answer.stepwise.max_height, answer.stepwise.step_height};
    return 0;
}

static uint32_t rate(struct v4l2_fract interval) {
    return interval.numerator ? (uint32_t)((uint64_t)interval.denominator * 1000 / interval.numerator) : 0;
}

int dc_rate_at(int camera, uint32_t index, uint32_t pixel_format, uint32_t width, uint32_t height,
               uint32_t *low, uint32_t *high) {
    struct v4l2_frmivalenum answer = {
        .index = index, .pixel_format = pixel_format, .width = width, .height = height};
    int result = request(camera, VIDIOC_ENUM_FRAMEINTERVALS, &answer);
    if (result < 0) return result;
    if (answer.type == V4L2_FRMIVAL_TYPE_DISCRETE) {
        *low = *high = rate(answer.discrete);
        return 0;
    }
    if (index > 0) return -EINVAL;
    *low = rate(answer.stepwise.max);  // the longest interval is the lowest rate
    *high = rate(answer.stepwise.min);
    return 0;
}

int dc_set_format(int camera, struct dc_format *format) {
    struct v4l2_format answer = {.type = CAPTURE};
    answer.fmt.pix.width = format->width;
    answer.fmt.pix.height = format->height;
    answer.fmt.pix.pixelformat = format->pixel_format;
    answer.fmt.pix.field = V4L2_FIELD_ANY;
    int result = request(camera, VIDIOC_S_FMT, &answer);
    *format = (struct dc_format){answer.fmt.pix.width, answer.fmt.pix.height, answer.fmt.pix.pixelformat,
                                 answer.fmt.pix.bytesperline, answer.fmt.pix.sizeimage};
    return result;
}

int dc_set_rate(int camera, uint32_t *frames_per_1000_seconds) {
    struct v4l2_streamparm answer = {.type = CAPTURE};
    answer.parm.capture.timeperframe = (struct v4l2_fract){1000, *frames_per_1000_seconds};
    int result = request(camera, VIDIOC_S_PARM, &answer);
    *frames_per_1000_seconds = rate(answer.parm.capture.timeperframe);
    return result;
}

static enum dc_control_kind kind(uint32_t type) {
    switch (type) {
    case V4L2_CTRL_TYPE_INTEGER: return DC_INTEGER;
    case V4L2_CTRL_TYPE_BOOLEAN: return DC_BOOLEAN;
    case V4L2_CTRL_TYPE_MENU:
    case V4L2_CTRL_TYPE_INTEGER_MENU: return DC_MENU;
    default: return DC_OTHER;  // buttons, texts, headings, and numbers of 64 bits
    }
}

int dc_control_after(int camera, uint32_t number, struct dc_control *control) {
    struct v4l2_queryctrl answer = {.id = number | V4L2_CTRL_FLAG_NEXT_CTRL};
    int result = request(camera, VIDIOC_QUERYCTRL, &answer);
    if (result < 0) return result;
    *control = (struct dc_control){.number = answer.id, .kind = kind(answer.type),
                                   .minimum = answer.minimum, .maximum = answer.maximum,
                                   .step = answer.step, .default_value = answer.default_value,
                                   .read_only = answer.flags & V4L2_CTRL_FLAG_READ_ONLY,
                                   .inactive = answer.flags & V4L2_CTRL_FLAG_INACTIVE};
    memcpy(control->name, answer.name, sizeof answer.name);
    if (answer.flags & V4L2_CTRL_FLAG_DISABLED) control->kind = DC_OTHER;
    return 0;
}

int dc_menu_entry(int camera, uint32_t number, uint32_t index, char name[33]) {
    struct v4l2_querymenu answer = {.id = number, .index = index};
    int result = request(camera, VIDIOC_QUERYMENU, &answer);
    if (result < 0) return result;
    struct v4l2_queryctrl control = {.id = number};
    if ((result = request(camera, VIDIOC_QUERYCTRL, &control)) < 0) return result;
    memset(name, 0, 33);
    if (control.type == V4L2_CTRL_TYPE_INTEGER_MENU) snprintf(name, 33, "%lld", (long long)answer.value);
    else memcpy(name, answer.name, sizeof answer.name);
    return 0;
}

int dc_get_control(int camera, uint32_t number, int32_t *value) {
    struct v4l2_control answer = {.id = number};
    int result = request(camera, VIDIOC_G_CTRL, &answer);
    *value = answer.value;
    return result;
}

int dc_set_control(int camera, uint32_t number, int32_t *value) {
    struct v4l2_control answer = {.id = number, .value = *value};
    int result = request(camera, VIDIOC_S_CTRL, &answer);
    *value = answer.value;
    return result;
}

_Static_assert((int)DC_POWER_LINE_FREQUENCY == (int)V4L2_CID_POWER_LINE_FREQUENCY, "as the kernel numbers it");
_Static_assert((int)DC_EXPOSURE_AUTO == (int)V4L2_CID_EXPOSURE_AUTO, "as the kernel numbers it");
_Static_assert((int)DC_EXPOSURE_ABSOLUTE == (int)V4L2_CID_EXPOSURE_ABSOLUTE, "as the kernel numbers it");
_Static_assert((int)DC_EXPOSURE_AUTO_PRIORITY == (int)V4L2_CID_EXPOSURE_AUTO_PRIORITY, "as the kernel numbers it");
_Static_assert((int)DC_FOCUS_ABSOLUTE == (int)V4L2_CID_FOCUS_ABSOLUTE, "as the kernel numbers it");
_Static_assert((int)DC_FOCUS_AUTO == (int)V4L2_CID_FOCUS_AUTO, "as the kernel numbers it");

int dc_request_buffers(int camera, uint32_t *count) {
    struct v4l2_requestbuffers answer = {.count = *count, .type = CAPTURE, .memory = V4L2_MEMORY_MMAP};
    int result = request(camera, VIDIOC_REQBUFS, &answer);
    *count = answer.count;
    return result;
}

int dc_map(int camera, uint32_t index, void **address, size_t *length) {
    struct v4l2_buffer buffer = {.index = index, .type = CAPTURE, .memory = V4L2_MEMORY_MMAP};
    int result = request(camera, VIDIOC_QUERYBUF, &buffer);
    if (result < 0) return result;
    void *mapped = v4l2_mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, camera, buffer.m.offset);
    if (mapped == MAP_FAILED) return -errno;
    *address = mapped;
    *length = buffer.length;
    return 0;
}

int dc_unmap(void *address, size_t length) { return v4l2_munmap(address, length) == -1 ? -errno : 0; }

int dc_enqueue(int camera, uint32_t index) {
    struct v4l2_buffer buffer = {.index = index, .type = CAPTURE, .memory = V4L2_MEMORY_MMAP};
    return request(camera, VIDIOC_QBUF, &buffer);
}

static int64_t age(const struct v4l2_buffer *buffer) {
    if ((buffer->flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) != V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) return 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t passed = (now.tv_sec - buffer->timestamp.tv_sec) * INT64_C(1000000000) + now.tv_nsec
        - buffer->timestamp.tv_usec * INT64_C(1000);
    return passed > 0 ? passed : 0;
}

int dc_dequeue(int camera, struct dc_buffer *buffer) {
    struct v4l2_buffer answer = {.type = CAPTURE, .memory = V4L2_MEMORY_MMAP};
    int result = request(camera, VIDIOC_DQBUF, &answer);
    if (result < 0) return result;
    *buffer = (struct dc_buffer){.index = answer.index, .bytes_used = answer.bytesused,
                                 .sequence = answer.sequence, .age_nanoseconds = age(&answer),
                                 .damaged = answer.flags & V4L2_BUF_FLAG_ERROR};
    return 0;
}

int dc_stream(int camera, bool on) {
    int type = CAPTURE;
    return request(camera, on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

int dc_wait(int camera, int milliseconds) {
    struct pollfd node = {.fd = camera, .events = POLLIN};
    int result;
    do result = poll(&node, 1, milliseconds);
    while (result == -1 && errno == EINTR);
    return result == -1 ? -errno : result;
}
