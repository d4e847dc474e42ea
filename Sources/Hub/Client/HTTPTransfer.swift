// HTTP requests to the hub, through libcurl.

internal import CCurl

/// Sends one request at a time over a persistent connection. Calls block and must come from one thread at a time.
final class HTTPTransfer: HTTPTransport {
    private let address: HubAddress
    private let transfers: UnsafeMutableRawPointer?
    private let request: UnsafeMutableRawPointer?

    /// The polling interval, which bounds how long a cancelled caller waits.
    private static let sliceMilliseconds: Int32 = 50
    /// The largest accepted body; a page of long records is smaller.
    private static let bodyLimit = 64 << 20
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    init(address: HubAddress) {
        self.address = address
        transfers = Self.isReady ? curl_multi_init() : nil
        request = curl_easy_init()
    }

    deinit {
        curl_easy_cleanup(request)
        curl_multi_cleanup(transfers)
    }

    func run(
        _ method: String,
        _ target: String,
        body: [UInt8],
        headers: [(name: String, value: String)],
        by deadline: ContinuousClock.Instant
    ) throws(HubClientError) -> HubResponse {
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(list) }
        // With an empty `Expect:`, libcurl does not wait for permission to send a long body.
        for header in headers + [("Content-Type", "application/json"), ("Expect", "")] {
            list = curl_slist_append(list, "\(header.name):\(header.value.isEmpty ? "" : " ")\(header.value)")
        }
        try prepare(method, target, by: deadline)
        try check(dc_curl_set_headers(request, list))
        if !body.isEmpty {
            try check(dc_curl_set_number(request, CURLOPT_POSTFIELDSIZE, body.count))
            // COPYPOSTFIELDS copies as many bytes as POSTFIELDSIZE states.
            try check(body.withUnsafeBytes { dc_curl_set_body(request, $0.baseAddress) })
            try check(dc_curl_set_text(request, CURLOPT_CUSTOMREQUEST, method))
        }
        let received = Received(limit: Self.bodyLimit)
        try check(dc_curl_set_receiver(request, Received.append, Unmanaged.passUnretained(received).toOpaque()))
        try withExtendedLifetime(received) { () throws(HubClientError) in try transfer() }
        let time = dc_curl_header(request, SignatureHeader.time).flatMap { Int64(String(cString: $0)) }
        return HubResponse(status: dc_curl_status(request), body: received.bytes, hubTime: time)
    }

    private func prepare(
        _ method: String,
        _ target: String,
        by deadline: ContinuousClock.Instant
    ) throws(HubClientError) {
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        guard left >= 1 else { throw .unreachable(host: address.host, reason: "no time left") }
        curl_easy_reset(request)
        try check(dc_curl_set_text(request, CURLOPT_URL, address.url + target))
        try check(dc_curl_set_text(request, CURLOPT_PROTOCOLS_STR, "http,https"))
        try check(dc_curl_set_text(request, CURLOPT_CUSTOMREQUEST, method))
        try check(dc_curl_set_text(request, CURLOPT_USERAGENT, "doorcheck"))
        // Ignores the environment's proxy: the hub may be on the local network.
        try check(dc_curl_set_text(request, CURLOPT_PROXY, ""))
        if let authority = address.authority {
            try check(dc_curl_set_text(request, CURLOPT_CAINFO, authority))
            try check(dc_curl_set_text(request, CURLOPT_CAPATH, nil))
        }
        try check(dc_curl_set_number(request, CURLOPT_TIMEOUT_MS, Int(left)))
        try check(dc_curl_set_number(request, CURLOPT_NOSIGNAL, 1))
        try check(dc_curl_set_number(request, CURLOPT_TCP_NODELAY, 1))
        // Offers every encoding that this libcurl supports; it decodes them itself.
        try check(dc_curl_set_text(request, CURLOPT_ACCEPT_ENCODING, ""))
        // A DNS server that does not answer must not delay a caller that gives up.
        try check(dc_curl_set_number(request, CURLOPT_QUICK_EXIT, 1))
    }

    private func transfer() throws(HubClientError) {
        curl_multi_add_handle(transfers, request)
        defer { curl_multi_remove_handle(transfers, request) }
        var running: Int32 = 0
        repeat {
            guard !Task.isCancelled else { throw .unreachable(host: address.host, reason: "given up") }
            guard curl_multi_perform(transfers, &running) == CURLM_OK,
                curl_multi_poll(transfers, nil, 0, running == 0 ? 0 : Self.sliceMilliseconds, nil) == CURLM_OK
            else { throw .unreachable(host: address.host, reason: "libcurl does not work here") }
        } while running > 0
        var left: Int32 = 0
        guard let message = curl_multi_info_read(transfers, &left) else {
            throw .unreachable(host: address.host, reason: "libcurl does not work here")
        }
        try check(message.pointee.data.result)
    }

    private func check(_ code: CURLcode) throws(HubClientError) {
        guard code != CURLE_OK else { return }
        throw .unreachable(host: address.host, reason: String(cString: curl_easy_strerror(code)))
    }
}

/// The part of the response received so far.
private final class Received {
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// libcurl's write callback: accepts a piece and returns the number of bytes accepted; fewer than offered end the
    /// transfer.
    static let append: curl_write_callback = { start, size, count, context in
        guard let context, let start else { return 0 }
        let received = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
        guard received.bytes.count + size * count <= received.limit else { return 0 }
        received.bytes += UnsafeRawBufferPointer(start: start, count: size * count)
        return size * count
    }
}
