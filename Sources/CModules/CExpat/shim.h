// XML as a stream: expat 2.5 or later (MIT).
#pragma once
#include <expat.h>

// The position in the document in bytes, or -1. Version 2.9 deprecates the one function that earlier ones have.
static inline long long dc_xml_byte_index(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
    return XML_GetCurrentByteIndex64(parser);
#else
    return XML_GetCurrentByteIndex(parser);
#endif
}
