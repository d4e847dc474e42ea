// HTTP through libcurl (curl licence, as MIT).
#pragma once
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo take a variable number of arguments, which Swift has not: a function for each
// type of option.

static inline CURLcode dc_curl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode dc_curl_set_number(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode dc_curl_set_headers(CURL *curl, struct curl_slist *value) {
    return curl_easy_setopt(curl, CURLOPT_HTTPHEADER, value);
}

static inline size_t dc_curl_ignore(char *bytes, size_t size, size_t count, void *context) { return size * count; }

/// What the server answers beside its status is read and thrown away.
static inline CURLcode dc_curl_ignore_body(CURL *curl) {
    return curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, dc_curl_ignore);
}

static inline long dc_curl_status(CURL *curl) {
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}
