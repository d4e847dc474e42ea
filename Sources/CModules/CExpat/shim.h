// XML as a stream: expat 2.5 (MIT).
#pragma once
#include <expat.h>
