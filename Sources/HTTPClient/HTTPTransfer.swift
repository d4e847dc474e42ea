// HTTP requests through libcurl.

internal import CCurl

/// Sends one request at a time over a persistent connection.
///
/// Redirects are not followed: the answer is the one of the server that was asked. Calls block and must come from one
/// thread at a time.
public final class HTTPTransfer {
    /// Which servers are trusted, and how they are reached.
    public struct Settings: Sendable {
        /// A PEM file with the only trusted certificate authority; `nil` for the system's.
        public var authority: String?
        /// Whether the environment's proxy is used. A server on the local network is reached without it.
        public var usesProxy: Bool

        /// - Parameters:
        ///   - authority: A PEM file with the only trusted certificate authority; `nil` for the system's.
        ///   - usesProxy: Whether the environment's proxy is used.
        public init(authority: String? = nil, usesProxy: Bool = false) {
            self.authority = authority
            self.usesProxy = usesProxy
        }
    }

    private let settings: Settings
    private let transfers: UnsafeMutableRawPointer?
    private let handle: UnsafeMutableRawPointer?

    /// The polling interval, which bounds how long a cancelled caller waits.
    private static let sliceMilliseconds: Int32 = 50
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    /// - Parameter settings: Which servers are trusted, and how they are reached.
    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        transfers = Self.isReady ? curl_multi_init() : nil
        handle = curl_easy_init()
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_multi_cleanup(transfers)
    }

    /// Sends a request and waits for the response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: When the caller gives up.
    ///   - isCancelled: Called every 50 ms; `true` ends the transfer.
    /// - Returns: The response, whatever its status.
    /// - Throws: ``TransferError``.
    public func send(
        _ request: TransferRequest,
        by deadline: ContinuousClock.Instant,
        isCancelled: () -> Bool
    ) throws(TransferError) -> TransferResponse {
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(list) }
        // With an empty `Expect:`, libcurl does not wait for permission to send a long body.
        for header in request.headers + [("Expect", "")] {
            // A line break in a value would begin another header.
            guard (header.name + header.value).utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
                throw TransferError(.other, "a header contains a control character")
            }
            list = curl_slist_append(list, "\(header.name):\(header.value.isEmpty ? "" : " ")\(header.value)")
        }
        curl_easy_reset(handle)
        try check(dc_curl_set_headers(handle, list))
        try prepare(request)
        try limit(to: deadline)
        let received = ReceivedBody(limit: request.bodyLimit)
        try check(dc_curl_set_receiver(handle, ReceivedBody.append, Unmanaged.passUnretained(received).toOpaque()))
        try withExtendedLifetime(received) { () throws(TransferError) in try transfer(isCancelled) }
        return TransferResponse(status: dc_curl_status(handle), headers: headers, body: received.bytes)
    }

    /// Sets the options that depend on the request. A reset of the handle has kept the connection.
    private func prepare(_ request: TransferRequest) throws(TransferError) {
        try check(dc_curl_set_text(handle, CURLOPT_URL, request.url))
        try check(dc_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"))
        try check(dc_curl_set_text(handle, CURLOPT_USERAGENT, "doorcheck"))
        if !settings.usesProxy { try check(dc_curl_set_text(handle, CURLOPT_PROXY, "")) }
        if let authority = settings.authority {
            try check(dc_curl_set_text(handle, CURLOPT_CAINFO, authority))
            try check(dc_curl_set_text(handle, CURLOPT_CAPATH, nil))
        }
        if request.bodyLimit > 0 {
            // Offers every encoding that this libcurl supports; it decodes them itself.
            try check(dc_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, ""))
        }
        if !request.body.isEmpty {
            try check(dc_curl_set_number(handle, CURLOPT_POSTFIELDSIZE, request.body.count))
            // COPYPOSTFIELDS copies as many bytes as POSTFIELDSIZE states.
            try check(request.body.withUnsafeBytes { dc_curl_set_body(handle, $0.baseAddress) })
        }
        try check(dc_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method))
    }

    private func limit(to deadline: ContinuousClock.Instant) throws(TransferError) {
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        guard left >= 1 else { throw TransferError(.timedOut, "no time left") }
        try check(dc_curl_set_number(handle, CURLOPT_TIMEOUT_MS, Int(left)))
        try check(dc_curl_set_number(handle, CURLOPT_NOSIGNAL, 1))
        // A DNS server that does not answer must not delay a caller that gives up.
        try check(dc_curl_set_number(handle, CURLOPT_QUICK_EXIT, 1))
    }

    private func transfer(_ isCancelled: () -> Bool) throws(TransferError) {
        curl_multi_add_handle(transfers, handle)
        defer { curl_multi_remove_handle(transfers, handle) }
        var running: Int32 = 0
        repeat {
            guard !isCancelled() else { throw TransferError(.cancelled, "given up") }
            guard curl_multi_perform(transfers, &running) == CURLM_OK,
                curl_multi_poll(transfers, nil, 0, running == 0 ? 0 : Self.sliceMilliseconds, nil) == CURLM_OK
            else { throw TransferError(.other, "libcurl failed to start") }
        } while running > 0
        var left: Int32 = 0
        guard let message = curl_multi_info_read(transfers, &left) else {
            throw TransferError(.other, "libcurl failed to start")
        }
        try check(message.pointee.data.result)
    }

    private func check(_ code: CURLcode) throws(TransferError) {
        guard code != CURLE_OK else { return }
        throw TransferError(code, systemError: dc_curl_system_error(handle))
    }

    /// The headers of the last response; of several with one name, the last.
    private var headers: [String: String] {
        var (headers, last): ([String: String], UnsafeMutablePointer<curl_header>?) = ([:], nil)
        while let header = curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, last) {
            headers[String(cString: header.pointee.name).lowercased()] = String(cString: header.pointee.value)
            last = header
        }
        return headers
    }
}

/// The part of the response received so far.
private final class ReceivedBody {
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// libcurl's write callback: accepts a piece and returns the number of bytes accepted; fewer than offered end the
    /// transfer.
    static let append: curl_write_callback = { start, size, count, context in
        guard let context, let start else { return 0 }
        let received = Unmanaged<ReceivedBody>.fromOpaque(context).takeUnretainedValue()
        // A body that no one wants is discarded.
        guard received.limit > 0 else { return size * count }
        guard received.bytes.count + size * count <= received.limit else { return 0 }
        received.bytes += UnsafeRawBufferPointer(start: start, count: size * count)
        return size * count
    }
}
