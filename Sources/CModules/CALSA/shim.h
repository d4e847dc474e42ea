// Sound through ALSA's library (LGPL-2.1-or-later).
#pragma once
#include <alsa/asoundlib.h>

// ALSA writes what fails to standard error, by a function with a variable number of arguments, which Swift has not.
static inline void dc_alsa_ignore(const char *file, int line, const char *function, int code, const char *format, ...) {}

/// Keeps ALSA from writing: what fails is told by its result.
static inline void dc_alsa_be_quiet(void) { snd_lib_error_set_handler(dc_alsa_ignore); }
