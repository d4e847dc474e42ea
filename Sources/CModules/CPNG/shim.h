// PNG pictures: libpng 1.6. Swift calls its simplified interface and the function below, so that no longjmp of the full
// interface crosses Swift (libpng-manual.txt, section IV, "Error handling").
#pragma once
#include <png.h>
#include <string.h>

struct dc_png_file {
    unsigned char *bytes;
    size_t capacity, count;
};

static inline void dc_png_take(png_structp png, png_bytep bytes, size_t count) {
    struct dc_png_file *file = (struct dc_png_file *)png_get_io_ptr(png);
    if (count > file->capacity - file->count) png_error(png, "the file is too long");
    memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
}

static inline void dc_png_flush(png_structp png) {}

static inline void dc_png_give_up(png_structp png, png_const_charp message) { png_longjmp(png, 1); }

static inline void dc_png_be_quiet(png_structp png, png_const_charp message) {}

// Writes the colours of pixels with 32 bits each, as cairo has them: red, green and blue are the lower 24 bits of a
// number. Deflate's fastest level and no filter: for a picture that is looked at once. Returns the length of the file,
// or 0 if there is no memory or no room for it.
static inline size_t dc_png_write_quickly(const unsigned char *pixels, size_t stride, png_uint_32 width, png_uint_32 height,
                                          unsigned char *bytes, size_t capacity) {
    struct dc_png_file file = {bytes, capacity, 0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, dc_png_give_up, dc_png_be_quiet);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_set_write_fn(png, &file, dc_png_take, dc_png_flush);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, 1);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_write_info(png, info);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    png_set_bgr(png);
#else
    png_set_filler(png, 0, PNG_FILLER_BEFORE);
#endif
    for (png_uint_32 row = 0; row < height; row++) png_write_row(png, pixels + row * stride);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return file.count;
}
