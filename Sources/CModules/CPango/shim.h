// Drawing PDF pages and setting text in any language: cairo and Pango (LGPL-2.1 or MPL-1.1; LGPL-2.0-or-later).
#pragma once
#include <cairo-pdf.h>
#include <pango/pangocairo.h>
