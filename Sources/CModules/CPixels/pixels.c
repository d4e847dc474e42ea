// Written so that the compiler turns them into vectors: what a vector holds has 8 or 16 bits throughout.
#include "pixels.h"

#include <string.h>

#if defined(__x86_64__)
#define EVERY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define EVERY_PROCESSOR
#endif
// One vector a round, since rows are short: what does not fill a round is done pixel by pixel.
#define VECTORS _Pragma("clang loop vectorize(assume_safety) vectorize_width(32) interleave_count(1)")

// Two neighbouring pixels at any address.
typedef uint16_t pair __attribute__((aligned(1), may_alias));

EVERY_PROCESSOR
void dc_pixels_halve(const void *upper, const void *lower, void *output, ptrdiff_t count) {
    const pair *above = upper, *below = lower;
    uint8_t *means = output;
    VECTORS
    for (ptrdiff_t x = 0; x < count; x++) {
        uint16_t sum = (above[x] & 255) + (above[x] >> 8) + (below[x] & 255) + (below[x] >> 8);
        means[x] = (uint8_t)((uint16_t)(sum + 2) >> 2);
    }
}

EVERY_PROCESSOR
void dc_pixels_blend(const void *before, const void *middle, const void *after, void *output, ptrdiff_t count) {
    const uint8_t *first = before, *second = middle, *third = after;
    uint8_t *means = output;
    VECTORS
    for (ptrdiff_t x = 0; x < count; x++) {
        uint8_t outer = (first[x] + third[x]) >> 1;
        means[x] = (outer + second[x] + 1) >> 1;
    }
}

EVERY_PROCESSOR
void dc_pixels_slide(const void *entering, const void *leaving, void *sums, ptrdiff_t count) {
    const uint8_t *added = entering, *removed = leaving;
    int16_t *columns = sums;
    VECTORS
    for (ptrdiff_t x = 0; x < count; x++) columns[x] = (int16_t)(columns[x] + added[x] - removed[x]);
}

EVERY_PROCESSOR
void dc_pixels_sharpen(const void *pixels, const void *sums, void *output, ptrdiff_t count) {
    const uint8_t *row = pixels;
    const int16_t *columns = sums;
    uint8_t *sharp = output;
    const int16_t white = 8 * 255;
    VECTORS
    for (ptrdiff_t x = 0; x < count; x++) {
        int16_t sum = (int16_t)(columns[x] + columns[x + 1] + columns[x + 2] + columns[x + 3] + columns[x + 4]);
        int16_t eightfold = (int16_t)(33 * row[x] - sum);
        if (eightfold > white) eightfold = white;
        if (eightfold < 0) eightfold = 0;
        sharp[x] = (uint8_t)((uint16_t)eightfold >> 3);
    }
}

typedef uint8_t bytes __attribute__((vector_size(32)));
typedef uint16_t words __attribute__((vector_size(32)));
typedef uint32_t doubles __attribute__((vector_size(32)));
typedef uint64_t quads __attribute__((vector_size(32)));
typedef int16_t shorts __attribute__((vector_size(32)));
typedef _Bool bits __attribute__((ext_vector_type(32)));
typedef _Bool sixteen __attribute__((ext_vector_type(16)));

// A bit for each of 32 pixels.
static inline uint64_t darkness(const uint8_t *pixels, const uint8_t *limits) {
    bytes values, levels;
    memcpy(&values, pixels, sizeof values);
    memcpy(&levels, limits, sizeof levels);
    bits dark = __builtin_convertvector(values < levels, bits);
    uint32_t result;
    memcpy(&result, &dark, sizeof result);
    return result;
}

EVERY_PROCESSOR
void dc_pixels_darkness(const void *pixels, const void *limits, void *output, ptrdiff_t count) {
    const uint8_t *row = pixels, *levels = limits;
    uint64_t *words = output;
    ptrdiff_t x = 0;
    for (; x + 64 <= count; x += 64)
        *words++ = darkness(row + x, levels + x) | darkness(row + x + 32, levels + x + 32) << 32;
    if (x == count) return;
    uint64_t last = 0;
    for (ptrdiff_t rest = 0; x + rest < count; rest++) last |= (uint64_t)(row[x + rest] < levels[x + rest]) << rest;
    *words = last;
}

// Four blocks, each of which is a quarter of a vector.
static inline void measure(const uint8_t *pixels, ptrdiff_t width, int32_t *sums, uint8_t *darkest, uint8_t *lightest) {
    bytes least = (bytes){0} - 1, most = {0};
    words pairs = {0};
    for (int y = 0; y < 8; y++) {
        bytes row;
        memcpy(&row, pixels + y * width, 32);
        least = __builtin_elementwise_min(least, row);
        most = __builtin_elementwise_max(most, row);
        pairs += ((words)row & 255) + ((words)row >> 8);
    }
    for (int half = 32; half >= 8; half /= 2) {
        least = __builtin_elementwise_min(least, (bytes)((quads)least >> half));
        most = __builtin_elementwise_max(most, (bytes)((quads)most >> half));
    }
    doubles fours = ((doubles)pairs & 0xFFFF) + ((doubles)pairs >> 16);
    quads totals = ((quads)fours & 0xFFFFFFFF) + ((quads)fours >> 32);
    for (int block = 0; block < 4; block++) {
        sums[block] = (int32_t)totals[block];
        darkest[block] = least[8 * block];
        lightest[block] = most[8 * block];
    }
}

EVERY_PROCESSOR
void dc_pixels_measure(const void *pixels, ptrdiff_t width, void *sums, void *darkest, void *lightest) {
    for (int half = 0; half < 2; half++)
        measure(
            (const uint8_t *)pixels + 32 * half, width, (int32_t *)sums + 4 * half, (uint8_t *)darkest + 4 * half,
            (uint8_t *)lightest + 4 * half);
}

// A module is a seventh of a line, so everything is multiplied by 7, and shares of a module are sums of halves,
// quarters and so on. No run is so long that a product exceeds 16 bits.
static inline uint64_t screen(const int16_t *runs) {
    shorts first, second, core, fourth, last;
    memcpy(&first, runs, sizeof first);
    memcpy(&second, runs + 1, sizeof second);
    memcpy(&core, runs + 2, sizeof core);
    memcpy(&fourth, runs + 3, sizeof fourth);
    memcpy(&last, runs + 4, sizeof last);
    shorts left = first + second, right = fourth + last;
    shorts sum = left + right + core, twice = 2 * sum;
    shorts most = 4 * sum + (sum >> 2) + (sum >> 4) + 5;
    shorts is_core = (7 * core >= twice) & (14 * core <= 9 * sum) & (7 * core <= most);
    shorts outer = __builtin_elementwise_max(
        __builtin_elementwise_abs(7 * left - twice), __builtin_elementwise_abs(7 * right - twice));
    shorts inner = __builtin_elementwise_max(
        __builtin_elementwise_abs(7 * (second + core) - 2 * twice),
        __builtin_elementwise_abs(7 * (fourth + core) - 2 * twice));
    shorts is_near = (outer <= (23 * sum >> 5) + 5) & (inner <= sum - (13 * sum >> 7) + 6);
    shorts longest =
        __builtin_elementwise_max(__builtin_elementwise_max(first, second), __builtin_elementwise_max(fourth, last));
    shorts shortest =
        __builtin_elementwise_min(__builtin_elementwise_min(first, second), __builtin_elementwise_min(fourth, last));
    shorts are_rings = (7 * longest <= twice - (sum >> 4) - (sum >> 5) + 5) & (28 * shortest >= sum);
    // Less than a pixel per module is no line.
    shorts is_wide = sum >= 7;
    sixteen found = __builtin_convertvector(is_core & is_near & are_rings & is_wide, sixteen);
    uint16_t lines;
    memcpy(&lines, &found, sizeof lines);
    return lines;
}

EVERY_PROCESSOR
void dc_pixels_screen(const void *runs, void *lines, ptrdiff_t count) {
    const int16_t *lengths = runs;
    uint64_t *words = lines;
    for (ptrdiff_t line = 0; line < count; line += 64) {
        uint64_t word = 0;
        for (ptrdiff_t part = 0; part < 64 && line + part < count; part += 16)
            word |= screen(lengths + line + part) << part;
        ptrdiff_t left = count - line;
        *words++ = left < 64 ? word & (((uint64_t)1 << left) - 1) : word;
    }
}
