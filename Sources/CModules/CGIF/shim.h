// GIF pictures: giflib 5 (MIT).
#pragma once
#include <gif_lib.h>
