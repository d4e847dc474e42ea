// Writing Excel workbooks: libxlsxwriter (BSD-2-Clause).
#pragma once
#include <xlsxwriter.h>
