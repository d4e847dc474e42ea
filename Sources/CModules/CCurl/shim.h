// HTTP and SMTP through libcurl (curl licence, as MIT).
#pragma once
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo take a variable number of arguments, which Swift has not: a function for each
// type of option.

// Values of CURLOPT_USE_SSL: an enumeration in Debian 12, numbers in 13.
static const long DC_CURL_SSL_NONE = CURLUSESSL_NONE, DC_CURL_SSL_TRY = CURLUSESSL_TRY, DC_CURL_SSL_ALL = CURLUSESSL_ALL;

static inline CURLcode dc_curl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode dc_curl_set_number(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode dc_curl_set_headers(CURL *curl, struct curl_slist *value) {
    return curl_easy_setopt(curl, CURLOPT_HTTPHEADER, value);
}

static inline long dc_curl_status(CURL *curl) {
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// The errno of the last attempt to connect; 0 where there was none.
static inline long dc_curl_system_error(CURL *curl) {
    long code = 0;
    curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, &code);
    return code;
}

/// Gives what the server answers to `receive`, in pieces, together with `context`.
static inline CURLcode dc_curl_set_receiver(CURL *curl, curl_write_callback receive, void *context) {
    const CURLcode code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    return code != CURLE_OK ? code : curl_easy_setopt(curl, CURLOPT_WRITEDATA, context);
}

/// Sends bytes, as many as CURLOPT_POSTFIELDSIZE said before; they are copied.
static inline CURLcode dc_curl_set_body(CURL *curl, const void *bytes) {
    return curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, bytes);
}

/// Asks `give` for what is uploaded, in pieces, together with `context`.
static inline CURLcode dc_curl_set_sender(CURL *curl, curl_read_callback give, void *context) {
    const CURLcode code = curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
    return code != CURLE_OK ? code : curl_easy_setopt(curl, CURLOPT_READDATA, context);
}

static inline CURLcode dc_curl_set_recipients(CURL *curl, struct curl_slist *value) {
    return curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, value);
}
