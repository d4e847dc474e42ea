// What module.modulemap makes a Swift module: PDF pages, drawn by cairo.
#pragma once
#include <cairo.h>
#include <poppler.h>
