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

/// Gives what the server answers to `receive`, in pieces, together with `context`.
static inline CURLcode dc_curl_set_receiver(CURL *curl, curl_write_callback receive, void *context) {
    const CURLcode code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    return code != CURLE_OK ? code : curl_easy_setopt(curl, CURLOPT_WRITEDATA, context);
}

/// A header of the last answer, which holds until the next transfer; NULL where there is none.
static inline const char *dc_curl_header(CURL *curl, const char *name) {
    struct curl_header *header = NULL;
    return curl_easy_header(curl, name, 0, CURLH_HEADER, -1, &header) == CURLHE_OK ? header->value : NULL;
}

/// Sends bytes, as many as CURLOPT_POSTFIELDSIZE said before; they are copied.
static inline CURLcode dc_curl_set_body(CURL *curl, const void *bytes) {
    return curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, bytes);
}
