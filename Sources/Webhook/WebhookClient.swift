// HTTP requests to the organiser's server, through libcurl.

internal import CCurl

/// Posts JSON to one URL, one delivery at a time, over a persistent connection.
///
/// Calls block; make them on a thread that no one waits for.
public final class WebhookClient {
    /// The server's name for messages; the rest of the URL may be secret.
    public let host: String
    private let url: String
    private let authority: String?
    private let seconds: Int
    private let transfers: UnsafeMutableRawPointer?
    private let request: UnsafeMutableRawPointer?

    /// The polling interval, which bounds how long a cancelled caller waits.
    private static let sliceMilliseconds: Int32 = 50
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    /// - Parameters:
    ///   - url: `https://…` or `http://…`.
    ///   - authority: A PEM file with the only trusted certificate authority; nil for the system's.
    ///   - seconds: The time limit of a delivery.
    public init(url: String, authority: String?, seconds: Int) {
        (self.url, self.authority, self.seconds) = (url, authority, seconds)
        host = Self.host(of: url)
        transfers = Self.isReady ? curl_multi_init() : nil
        request = curl_easy_init()
    }

    deinit {
        curl_easy_cleanup(request)
        curl_multi_cleanup(transfers)
    }

    /// Posts a body and waits for the response.
    ///
    /// - Parameters:
    ///   - body: The JSON to post.
    ///   - headers: Pairs of name and value.
    ///   - isCancelled: Called every 50 ms; `true` cancels the request.
    /// - Throws: ``WebhookFailure``, unless the server answered with a status from 200 to 299.
    public func post(
        _ body: String,
        headers: [(name: String, value: String)],
        isCancelled: () -> Bool
    ) throws(WebhookFailure) {
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(list) }
        for header in headers + [("content-type", "application/json")] {
            list = curl_slist_append(list, "\(header.name): \(header.value)")
        }
        try prepare()
        try check(dc_curl_set_number(request, CURLOPT_POSTFIELDSIZE, body.utf8.count))
        try check(dc_curl_set_text(request, CURLOPT_COPYPOSTFIELDS, body))
        try check(dc_curl_set_headers(request, list))
        try transfer(isCancelled)
        let status = dc_curl_status(request)
        guard (200...299).contains(status) else { throw .refused(host: host, status: status) }
    }

    /// Sets the options that all deliveries share. A reset of the request keeps the connection.
    private func prepare() throws(WebhookFailure) {
        curl_easy_reset(request)
        try check(dc_curl_set_text(request, CURLOPT_URL, url))
        try check(dc_curl_set_text(request, CURLOPT_PROTOCOLS_STR, "http,https"))
        try check(dc_curl_set_text(request, CURLOPT_USERAGENT, "doorcheck"))
        if let authority {
            try check(dc_curl_set_text(request, CURLOPT_CAINFO, authority))
            try check(dc_curl_set_text(request, CURLOPT_CAPATH, nil))
        }
        try check(dc_curl_set_number(request, CURLOPT_TIMEOUT, seconds))
        try check(dc_curl_set_number(request, CURLOPT_NOSIGNAL, 1))
        // A DNS server that does not answer must not delay the door's shutdown.
        try check(dc_curl_set_number(request, CURLOPT_QUICK_EXIT, 1))
        try check(dc_curl_ignore_body(request))
    }

    private func transfer(_ isCancelled: () -> Bool) throws(WebhookFailure) {
        curl_multi_add_handle(transfers, request)
        defer { curl_multi_remove_handle(transfers, request) }
        var running: Int32 = 0
        repeat {
            guard !isCancelled() else { throw .cutShort(host: host) }
            guard curl_multi_perform(transfers, &running) == CURLM_OK,
                curl_multi_poll(transfers, nil, 0, running == 0 ? 0 : Self.sliceMilliseconds, nil) == CURLM_OK
            else { throw WebhookFailure(CURLE_FAILED_INIT, host: host, authority: authority) }
        } while running > 0
        var left: Int32 = 0
        guard let message = curl_multi_info_read(transfers, &left) else {
            throw WebhookFailure(CURLE_FAILED_INIT, host: host, authority: authority)
        }
        try check(message.pointee.data.result)
    }

    private func check(_ code: CURLcode) throws(WebhookFailure) {
        guard code != CURLE_OK else { return }
        throw WebhookFailure(code, host: host, authority: authority)
    }

    private static func host(of url: String) -> String {
        let parts = curl_url()
        defer { curl_url_cleanup(parts) }
        var host: UnsafeMutablePointer<CChar>?
        guard curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK,
            curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK, let host
        else { return "the receiver" }
        defer { curl_free(host) }
        return String(cString: host)
    }
}
