// PostgreSQL's client library: libpq 15 (PostgreSQL licence).
#pragma once
#include <libpq-fe.h>
