// The loops over pixels that every frame goes through. On amd64, each is compiled with and without AVX2, and the
// processor decides which of the two runs; Swift cannot do that. Rows have any number of pixels, and no output overlaps
// an input.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The means of 2 x 2 pixels, rounded half up: two rows of twice as many pixels as the output.
void dc_pixels_halve(const void *upper, const void *lower, void *output, ptrdiff_t count);

// The means of three pixels with the weights 1, 2, 1, rounded down once and up once.
void dc_pixels_blend(const void *before, const void *middle, const void *after, void *output, ptrdiff_t count);

// Adds a row to the sums of columns, which are int16_t, and subtracts another.
void dc_pixels_slide(const void *entering, const void *leaving, void *sums, ptrdiff_t count);

// Moves pixels away from the mean of their 5 x 5 neighbourhood, by 25 / 8 of the distance. The sums of columns, which
// are int16_t, begin two columns before the row and end two after it.
void dc_pixels_sharpen(const void *pixels, const void *sums, void *output, ptrdiff_t count);

// A bit for each pixel, the first one lowest: 1 if it is below its limit. There are 64 pixels for each uint64_t.
void dc_pixels_darkness(const void *pixels, const void *limits, void *output, ptrdiff_t count);

// The sums (int32_t), the darkest and the lightest pixels of eight blocks of 8 x 8 pixels, side by side in a picture
// with rows of `width` pixels.
void dc_pixels_measure(const void *pixels, ptrdiff_t width, void *sums, void *darkest, void *lightest);

// Which lines of five runs may be finder patterns: a bit for each line, the first one lowest. The runs are int16_t;
// each line begins one run after the one before, and there are 19 runs more than lines. Bits beyond the lines are 0.
void dc_pixels_screen(const void *runs, void *lines, ptrdiff_t count);
