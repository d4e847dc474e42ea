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
        /// How long a connection may take to be made; `nil` for as long as the request.
        public var connectLimit: Duration?
        /// Whether a server's certificate is checked: `false` is for answers that somebody has signed, to requests
        /// without secrets.
        public var checksCertificate = true

        /// - Parameters:
        ///   - authority: A PEM file with the only trusted certificate authority; `nil` for the system's.
        ///   - usesProxy: Whether the environment's proxy is used.
        ///   - connectLimit: How long a connection may take to be made; `nil` for as long as the request.
        public init(authority: String? = nil, usesProxy: Bool = false, connectLimit: Duration? = nil) {
            self.authority = authority
            self.usesProxy = usesProxy
            self.connectLimit = connectLimit
        }
    }

    private let settings: Settings
    private let curl = CurlHandle()

    /// - Parameter settings: Which servers are trusted, and how they are reached.
    public init(_ settings: Settings = Settings()) { self.settings = settings }

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
        curl.reset()
        try curl.check(dc_curl_set_headers(curl.easy, list))
        try prepare(request)
        try curl.limit(to: deadline, connecting: settings.connectLimit)
        let received = ReceivedBody(limit: request.bodyLimit)
        try curl.check(
            dc_curl_set_receiver(curl.easy, ReceivedBody.append, Unmanaged.passUnretained(received).toOpaque()))
        try withExtendedLifetime(received) { () throws(TransferError) in try curl.perform(isCancelled) }
        return TransferResponse(status: dc_curl_status(curl.easy), headers: headers, body: received.bytes)
    }

    /// Sets the options that depend on the request. A reset of the handle has kept the connection.
    private func prepare(_ request: TransferRequest) throws(TransferError) {
        try curl.set(CURLOPT_URL, request.url)
        try curl.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try curl.set(CURLOPT_USERAGENT, "doorcheck")
        if !settings.usesProxy { try curl.set(CURLOPT_PROXY, "") }
        try curl.trust(settings.authority)
        if !settings.checksCertificate {
            for option in [CURLOPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYHOST] { try curl.set(option, 0) }
        }
        if request.bodyLimit > 0 {
            // Offers every encoding that this libcurl supports; it decodes them itself.
            try curl.set(CURLOPT_ACCEPT_ENCODING, "")
        }
        if !request.body.isEmpty {
            try curl.set(CURLOPT_POSTFIELDSIZE, request.body.count)
            // COPYPOSTFIELDS copies as many bytes as POSTFIELDSIZE states.
            try curl.check(request.body.withUnsafeBytes { dc_curl_set_body(curl.easy, $0.baseAddress) })
        }
        try curl.set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    /// The headers of the last response; of several with one name, the last.
    private var headers: [String: String] {
        var (headers, last): ([String: String], UnsafeMutablePointer<curl_header>?) = ([:], nil)
        while let header = curl_easy_nextheader(curl.easy, UInt32(CURLH_HEADER), -1, last) {
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
