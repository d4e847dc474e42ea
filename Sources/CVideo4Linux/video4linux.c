#include "video4linux.h"
