// JPEG pictures and frames: libjpeg-turbo's TurboJPEG API (IJG and BSD-3-Clause).
#pragma once
#include <turbojpeg.h>
