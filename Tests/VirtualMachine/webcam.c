// A USB webcam in user space: the kernel's own uvcvideo driver binds to it, so a program sees a real V4L2 camera.
//
// usage: webcam FILE.jpg FORMAT…    (as root, with vhci-hcd and uvcvideo loaded; FORMAT is MJPG or YUYV)
//
// It is plugged into the kernel's virtual USB host (vhci_hcd) through a socket, and speaks USB/IP on it
// (docs.kernel.org/usb/usbip_protocol.html). What it says there is a USB Video Class 1.1 device with one size, 640 x 480,
// at 10 frames a second. The file's pixels are what it sees. Its lens and its exposure can be set: as YUYV the picture is
// the less sharp the further the lens is from where the file lies, and the darker the shorter it is exposed. Commands on
// standard input, one a line:
//
//   show FILE.jpg     see something else
//   stall, resume     send nothing; go on
//   unplug, plug      pull the cable; put it back
//   quit
//
// It prints "streaming", "stopped" and, every second of a stream, how many frames it has sent.

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <turbojpeg.h>
#include <unistd.h>

enum { WIDTH = 640, HEIGHT = 480, FRAME_INTERVAL = 1000000 /* in 100 ns */ };
enum { PACKET_BYTES = 3 * 1024, MOST_PACKETS = 128, MOST_REQUESTS = 64 };
enum { SUBMIT = 1, UNLINK = 2, SUBMITTED = 3, UNLINKED = 4 };
enum format { MJPG, YUYV };

/// USB/IP's header; every number of it is big-endian.
struct header {
    uint32_t command, number, device, direction, endpoint, fields[5];
    uint8_t setup[8];
};
struct packet {
    uint32_t offset, length, actual, status;
};
/// The host's wish for up to MOST_PACKETS of the stream.
struct request {
    struct header header;
    struct packet packets[MOST_PACKETS];
    int count;
};

static enum format formats[2];
static int format_count;
static int host = -1, port;
static struct request waiting[MOST_REQUESTS];
static int waiting_count;
/// What the host takes back of requests that are still on their way: its driver may send the two in the wrong order.
static struct header early[MOST_REQUESTS];
static int early_count;
/// The number of the last request that has arrived.
static uint32_t newest;
static uint8_t terms[34]; // what host and camera agree on: UVC's probe and commit controls
static uint8_t configuration[512];
static int configuration_bytes;

/// A control of the camera terminal: UVC 1.1, 4.2.2.1.
struct control {
    int selector, bytes;
    uint32_t least, most, step, initial, now;
};
static struct control exposure_mode = {2, 1, 0, 0, 1 | 8, 8, 8}; // by hand or by the camera; the step tells the modes
static struct control exposure = {4, 4, 3, 2047, 1, 100, 100};   // in tenths of a millisecond
static struct control lens = {6, 2, 0, 250, 5, 0, 0};
static struct control autofocus = {8, 1, 0, 1, 1, 1, 1};
static struct control *const controls[] = {&exposure_mode, &exposure, &lens, &autofocus};
enum { CONTROLS = sizeof controls / sizeof *controls, IN_FOCUS = 120, WELL_EXPOSED = 100 };

static uint8_t *picture;
static size_t picture_bytes, sent_bytes;
static char picture_file[8192];
static bool is_streaming, is_stalled, is_sending;
static uint8_t frame_id;
static struct timespec due;
static int frames_sent;

static void say(const char *text) {
    puts(text);
    fflush(stdout);
}

static void die(const char *what) {
    perror(what);
    exit(1);
}

static void put(uint8_t *bytes, uint32_t value, int count) {
    for (int i = 0; i < count; i++) bytes[i] = value >> 8 * i;
}

static uint32_t get(const uint8_t *bytes, int count) {
    uint32_t value = 0;
    while (count--) value = value << 8 | bytes[count];
    return value;
}

static enum format chosen(void) { return formats[terms[2] - 1]; }

// What the camera is: USB 2.0, chapter 9, and USB Device Class Definition for Video Devices 1.1, chapter 3

static void describe(const uint8_t *bytes, int count) {
    memcpy(configuration + configuration_bytes, bytes, count);
    configuration_bytes += count;
}
#define DESCRIBE(...) describe((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static void describe_frame_size(enum format format) {
    uint8_t frame[30] = {sizeof frame, 0x24, format == MJPG ? 7 : 5, 1, 0};
    uint32_t bytes = WIDTH * HEIGHT * 2;
    put(frame + 5, WIDTH, 2);
    put(frame + 7, HEIGHT, 2);
    put(frame + 9, bytes * 80, 4);
    put(frame + 13, bytes * 80, 4);
    put(frame + 17, bytes, 4);
    put(frame + 21, FRAME_INTERVAL, 4);
    frame[25] = 1;
    put(frame + 26, FRAME_INTERVAL, 4);
    describe(frame, sizeof frame);
}

static void describe_configuration(void) {
    DESCRIBE(9, 2, 0, 0, 2, 1, 0, 0x80, 250);
    DESCRIBE(8, 11, 0, 2, 14, 3, 0, 0);
    DESCRIBE(9, 4, 0, 0, 0, 14, 1, 0, 0);                                         // the controls
    DESCRIBE(13, 0x24, 1, 0x10, 1, 13 + 18 + 9, 0, 0x00, 0x6c, 0xdc, 2, 1, 1);
    DESCRIBE(18, 0x24, 2, 1, 0x01, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0x2a, 0x00, 0x02); // as the list of them says
    DESCRIBE(9, 0x24, 3, 2, 0x01, 0x01, 0, 1, 0);
    DESCRIBE(9, 4, 1, 0, 0, 14, 2, 0, 0);                                         // the stream, off
    int stream = configuration_bytes;
    DESCRIBE(13, 0x24, 1, format_count, 0, 0, 0x81, 0, 2, 0, 0, 0, 1);
    configuration[stream] += format_count;
    for (int i = 0; i < format_count; i++) DESCRIBE(0);
    for (int i = 0; i < format_count; i++) {
        if (formats[i] == MJPG)
            DESCRIBE(11, 0x24, 6, i + 1, 1, 1, 1, 0, 0, 0, 0);
        else
            DESCRIBE(27, 0x24, 4, i + 1, 1, 'Y', 'U', 'Y', '2', 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71, 16,
                     1, 0, 0, 0, 0);
        describe_frame_size(formats[i]);
    }
    put(configuration + stream + 4, configuration_bytes - stream, 2);
    DESCRIBE(9, 4, 1, 1, 1, 14, 2, 0, 0);                                         // the stream, on
    DESCRIBE(7, 5, 0x81, 5, 0x00, 0x14, 1);                                       // isochronous, 3 x 1024 bytes
    put(configuration + 2, configuration_bytes, 2);
}

/// The camera's answer to what the host would like.
static void settle(void) {
    if (terms[2] < 1 || terms[2] > format_count) terms[2] = 1;
    terms[3] = 1;
    put(terms + 4, FRAME_INTERVAL, 4);
    put(terms + 18, WIDTH * HEIGHT * 2, 4);
    put(terms + 22, PACKET_BYTES, 4);
    put(terms + 26, 48000000, 4);
}

// What the camera sees

static uint8_t *read_file(const char *path, size_t *bytes) {
    int file = open(path, O_RDONLY);
    if (file < 0) die(path);
    *bytes = lseek(file, 0, SEEK_END);
    uint8_t *content = malloc(*bytes);
    if (!content || pread(file, content, *bytes, 0) != (ssize_t)*bytes) die(path);
    close(file);
    return content;
}

/// Each of a line's pixels becomes the mean of those within the radius.
static void blur(uint8_t *line, int count, int step, int radius) {
    static uint8_t sharp[WIDTH];
    for (int i = 0; i < count; i++) sharp[i] = line[i * step];
    for (int i = 0; i < count; i++) {
        int first = i > radius ? i - radius : 0, last = i + radius < count ? i + radius : count - 1, sum = 0;
        for (int k = first; k <= last; k++) sum += sharp[k];
        line[i * step] = sum / (last - first + 1);
    }
}

/// What lens and exposure make of it.
static void take_picture(uint8_t *luma) {
    int radius = autofocus.now ? 0 : abs((int)lens.now - IN_FOCUS) / 10;
    for (int y = 0; radius && y < HEIGHT; y++) blur(luma + y * WIDTH, WIDTH, 1, radius);
    for (int x = 0; radius && x < WIDTH; x++) blur(luma + x, HEIGHT, WIDTH, radius);
    if (exposure_mode.now != 1) return;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t light = luma[i] * exposure.now / WELL_EXPOSED;
        luma[i] = light < 255 ? light : 255;
    }
}

/// The file's brightness with neutral colour.
static uint8_t *yuyv(const uint8_t *jpeg, size_t bytes) {
    static uint8_t luma[WIDTH * HEIGHT];
    tjhandle decoder = tjInitDecompress();
    int width, height, subsampling;
    if (tjDecompressHeader2(decoder, (uint8_t *)jpeg, bytes, &width, &height, &subsampling) || width != WIDTH
        || height != HEIGHT || tjDecompress2(decoder, jpeg, bytes, luma, WIDTH, 0, HEIGHT, TJPF_GRAY, 0)) {
        fprintf(stderr, "webcam: %s is no JPEG of 640 x 480\n", picture_file);
        exit(1);
    }
    tjDestroy(decoder);
    take_picture(luma);
    uint8_t *pixels = malloc(WIDTH * HEIGHT * 2);
    if (!pixels) die("malloc");
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        pixels[2 * i] = luma[i];
        pixels[2 * i + 1] = 128;
    }
    return pixels;
}

static void look(void) {
    free(picture);
    picture = read_file(picture_file, &picture_bytes);
    if (chosen() == MJPG) return;
    uint8_t *jpeg = picture;
    picture = yuyv(jpeg, picture_bytes);
    picture_bytes = WIDTH * HEIGHT * 2;
    free(jpeg);
}

// The cable

/// All of the bytes, or the cable is out.
static void transfer(bool out, void *memory, size_t count) {
    for (uint8_t *bytes = memory; count && host >= 0;) {
        ssize_t done = out ? send(host, bytes, count, MSG_NOSIGNAL) : recv(host, bytes, count, 0);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) {
            close(host);
            host = -1;
            return;
        }
        bytes += done;
        count -= done;
    }
}

static void answer(const struct header *asked, uint32_t command, int status, const void *data, int count, bool is_in) {
    struct header header = {htonl(command), asked->number, 0, 0, 0, {htonl(status), htonl(count)}, {0}};
    transfer(true, &header, sizeof header);
    if (is_in && count) transfer(true, (void *)data, count);
}

static void plug(void) {
    static const char attach[] = "/sys/devices/platform/vhci_hcd.0/attach";
    int ends[2];
    char line[80];
    if (host >= 0) return;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) die("socketpair");
    waiting_count = early_count = 0;
    is_streaming = is_sending = false;
    memset(terms, 0, sizeof terms);
    settle();
    for (int i = 0; i < CONTROLS; i++) controls[i]->now = controls[i]->initial;
    int file = open(attach, O_WRONLY);
    if (file < 0) die(attach);
    // Port, socket, device, and 3 for high speed; the next port each time, since the last one may still be closing.
    int length = snprintf(line, sizeof line, "%d %d %d 3", port, ends[1], 0x10001 + port);
    if (write(file, line, length) != length) die(attach);
    close(file);
    close(ends[1]);
    host = ends[0];
    port = (port + 1) % 8;
}

static void unplug(void) {
    if (host >= 0) close(host);
    host = -1;
    waiting_count = 0;
    is_streaming = false;
}

// What the host asks

static void start_stream(void) {
    is_streaming = true;
    is_sending = false;
    frames_sent = 0;
    look();
    clock_gettime(CLOCK_MONOTONIC, &due);
    say("streaming");
}

static int device_descriptor(int kind, int index, uint8_t *out) {
    static const uint8_t device[] = {18, 1, 0, 2, 0xef, 2, 1, 64, 0x09, 0x12, 0x01, 0x00, 0, 1, 1, 2, 3, 1};
    static const uint8_t other_speed[] = {10, 6, 0, 2, 0xef, 2, 1, 64, 1, 0};
    static const char *const names[] = {"", "DoorCheck", "Test camera", "0001"};
    switch (kind) {
    case 1: memcpy(out, device, sizeof device); return sizeof device;
    case 2: memcpy(out, configuration, configuration_bytes); return configuration_bytes;
    case 6: memcpy(out, other_speed, sizeof other_speed); return sizeof other_speed;
    case 3:
        if (index > 3) return -1;
        int count = 2;
        if (index == 0) put(out + 2, 0x0409, 2), count = 4;
        for (const char *letter = names[index]; *letter; letter++, count += 2) put(out + count, *letter, 2);
        put(out, 0x300 | count, 2);
        return count;
    default: return -1;
    }
}

static int stream_control(int control, int what, uint8_t *out) {
    if (control != 1 && control != 2) return -1;
    switch (what) {
    case 0x85: put(out, sizeof terms, 2); return 2;
    case 0x86: out[0] = 3; return 1;
    default: memcpy(out, terms, sizeof terms); return sizeof terms;
    }
}

static struct control *control_of(int selector) {
    for (int i = 0; i < CONTROLS; i++)
        if (controls[i]->selector == selector) return controls[i];
    return NULL;
}

static int terminal_control(const struct control *control, int what, uint8_t *out) {
    switch (what) {
    case 0x81: put(out, control->now, 4); break;
    case 0x82: put(out, control->least, 4); break;
    case 0x83: put(out, control->most, 4); break;
    case 0x84: put(out, control->step, 4); break;
    case 0x85: put(out, control->bytes, 2); return 2;
    case 0x86: out[0] = 3; return 1; // it can be read and set
    case 0x87: put(out, control->initial, 4); break;
    default: return -1;
    }
    return control->bytes;
}

/// Requests to endpoint 0; what a webcam need not know is refused.
static void take_control(const struct header *asked, const uint8_t *data) {
    uint8_t out[sizeof configuration] = {0};
    const uint8_t *setup = asked->setup;
    int type = setup[0], what = setup[1], value = get(setup + 2, 2), index = get(setup + 4, 2), length = get(setup + 6, 2);
    struct control *control = (index & 255) == 0 && index >> 8 == 1 ? control_of(value >> 8) : NULL;
    int count = -1;
    if (type == 0x80 && what == 6) count = device_descriptor(value >> 8, value & 255, out);
    else if (type == 0x01 && what == 11) {
        count = 0;
        if (index == 1 && value == 1 && !is_streaming) start_stream();
        if (index == 1 && value == 0 && is_streaming) is_streaming = false, say("stopped");
    } else if (type == 0x00 || type == 0x01 || type == 0x02) count = 0;
    else if (type == 0x21 && (index & 255) == 1) {
        memcpy(terms, data, length < (int)sizeof terms ? length : (int)sizeof terms);
        settle();
        count = 0;
    } else if (type == 0x21 && control && what == 1) {
        control->now = get(data, control->bytes);
        if (is_streaming) is_sending = false, look();
        count = 0;
    } else if (type == 0xa1 && control) {
        count = terminal_control(control, what, out);
    } else if (type == 0xa1) count = (index & 255) == 1 ? stream_control(value >> 8, what, out) : (out[0] = 6, 1);
    else if (type >= 0x80 && type < 0xa0) count = length < 2 ? length : 2;
    bool is_in = type & 0x80;
    if (count < 0) answer(asked, SUBMITTED, -EPIPE, NULL, 0, false);
    else answer(asked, SUBMITTED, 0, out, is_in && count < length ? count : length, is_in);
}

static void take_back(const struct header *asked) {
    int status = 0;
    for (int i = 0; i < waiting_count && !status; i++) {
        if (waiting[i].header.number != asked->fields[0]) continue;
        memmove(waiting + i, waiting + i + 1, (--waiting_count - i) * sizeof *waiting);
        status = -ECONNRESET;
    }
    // Answered now, the request would be answered after the host has forgotten it, which unplugs the camera.
    bool is_early = !status && (int32_t)(ntohl(asked->fields[0]) - newest) > 0;
    if (is_early && early_count < MOST_REQUESTS) early[early_count++] = *asked;
    else answer(asked, UNLINKED, status, NULL, 0, false);
}

static bool is_taken_back(const struct header *asked) {
    newest = ntohl(asked->number);
    for (int i = 0; i < early_count; i++) {
        if (early[i].fields[0] != asked->number) continue;
        answer(early + i, UNLINKED, -ECONNRESET, NULL, 0, false);
        memmove(early + i, early + i + 1, (--early_count - i) * sizeof *early);
        return true;
    }
    return false;
}

static void listen_to_host(void) {
    static struct request request;
    static uint8_t data[65536];
    struct header *header = &request.header;
    transfer(false, header, sizeof *header);
    if (host < 0) return;
    if (ntohl(header->command) == UNLINK) return take_back(header);
    uint32_t length = ntohl(header->fields[1]);
    if (!header->direction && length) transfer(false, data, length < sizeof data ? length : sizeof data);
    if (header->endpoint == 0) {
        if (!is_taken_back(header)) take_control(header, data);
        return;
    }
    int count = ntohl(header->fields[3]);
    request.count = count < 0 || count > MOST_PACKETS ? 0 : count;
    transfer(false, request.packets, request.count * sizeof *request.packets);
    if (is_taken_back(header)) return;
    if (waiting_count < MOST_REQUESTS) waiting[waiting_count++] = request;
    else answer(header, SUBMITTED, -EPROTO, NULL, 0, false);
}

// The stream

static bool is_due(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec < due.tv_sec || (now.tv_sec == due.tv_sec && now.tv_nsec < due.tv_nsec)) return false;
    due.tv_nsec += FRAME_INTERVAL * 100L;
    if (due.tv_nsec >= 1000000000L) due.tv_nsec -= 1000000000L, due.tv_sec++;
    if (now.tv_sec > due.tv_sec) due = now; // a busy machine: late frames are left out
    return true;
}

/// The next piece of the frame, behind its two bytes of header; returns how many bytes that is.
static uint32_t fill(uint8_t *out, uint32_t room) {
    if (!is_sending || room <= 2) return 0;
    uint32_t left = picture_bytes - sent_bytes, count = left < room - 2 ? left : room - 2;
    bool is_last = count == left;
    out[0] = 2;
    out[1] = 0x80 | frame_id | (is_last ? 2 : 0);
    memcpy(out + 2, picture + sent_bytes, count);
    sent_bytes += count;
    if (is_last) {
        is_sending = false;
        if (++frames_sent % 10 == 0) printf("sent %d\n", frames_sent), fflush(stdout);
    }
    return count + 2;
}

static void send_frames(void) {
    static uint8_t data[MOST_PACKETS * PACKET_BYTES];
    if (!is_sending && is_streaming && !is_stalled && is_due()) {
        is_sending = true;
        sent_bytes = 0;
        frame_id ^= 1;
    }
    while (is_sending && waiting_count && host >= 0) {
        struct request *request = waiting;
        uint32_t total = 0;
        for (int i = 0; i < request->count; i++) {
            uint32_t actual = fill(data + total, ntohl(request->packets[i].length));
            request->packets[i].actual = htonl(actual);
            request->packets[i].status = 0;
            total += actual;
        }
        struct header header = {
            htonl(SUBMITTED), request->header.number, 0, 0, 0, {0, htonl(total), 0, htonl(request->count)}, {0}};
        transfer(true, &header, sizeof header);
        transfer(true, data, total);
        transfer(true, request->packets, request->count * sizeof *request->packets);
        memmove(waiting, waiting + 1, --waiting_count * sizeof *waiting);
    }
}

static int milliseconds_to_next_frame(void) {
    if (!is_streaming || is_stalled || is_sending) return 1000;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long left = (due.tv_sec - now.tv_sec) * 1000000000LL + due.tv_nsec - now.tv_nsec;
    return left <= 0 ? 0 : left / 1000000 + 1;
}

static void obey(char *line) {
    if (!strncmp(line, "show ", 5)) {
        snprintf(picture_file, sizeof picture_file, "%s", line + 5);
        is_sending = false;
        look();
    } else if (!strcmp(line, "stall")) is_stalled = true;
    else if (!strcmp(line, "resume")) is_stalled = false, clock_gettime(CLOCK_MONOTONIC, &due);
    else if (!strcmp(line, "unplug")) unplug();
    else if (!strcmp(line, "plug")) plug();
    else if (!strcmp(line, "quit")) exit(0);
    else fprintf(stderr, "webcam: unknown command %s\n", line);
}

static void listen_to_people(void) {
    static char text[8192];
    static size_t length;
    ssize_t count = read(STDIN_FILENO, text + length, sizeof text - length);
    if (count <= 0) exit(0);
    length += count;
    for (char *end; (end = memchr(text, '\n', length)); length -= end + 1 - text, memmove(text, end + 1, length)) {
        *end = 0;
        obey(text);
    }
}

int main(int count, char **arguments) {
    for (int i = 2; i < count && i < 4; i++) formats[format_count++] = strcmp(arguments[i], "MJPG") ? YUYV : MJPG;
    if (!format_count) return fprintf(stderr, "usage: webcam FILE.jpg FORMAT...\n"), 64;
    snprintf(picture_file, sizeof picture_file, "%s", arguments[1]);
    describe_configuration();
    plug();
    for (;;) {
        struct pollfd files[] = {{host, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
        poll(files, 2, milliseconds_to_next_frame());
        if (host >= 0 && files[0].revents) listen_to_host();
        if (files[1].revents) listen_to_people();
        if (host >= 0) send_frames();
    }
}
