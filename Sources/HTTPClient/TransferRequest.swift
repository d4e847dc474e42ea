// A request to a server, and its response.

internal import CCurl

/// An HTTP request.
public struct TransferRequest: Sendable {
    /// A header; neither part contains control characters.
    public typealias Header = (name: String, value: String)

    /// The HTTP method.
    public let method: String
    /// `https://…` or `http://…`; other protocols are refused.
    public let url: String
    /// The headers in addition to libcurl's own.
    public let headers: [Header]
    /// The body; empty for none.
    public let body: [UInt8]
    /// The largest accepted response body, in bytes after decompression; 0 to discard the body, however long it is.
    public let bodyLimit: Int

    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - url: `https://…` or `http://…`.
    ///   - headers: The headers in addition to libcurl's own.
    ///   - body: The body; empty for none.
    ///   - bodyLimit: The largest accepted response body, in bytes; 0 to discard it.
    public init(_ method: String, _ url: String, headers: [Header] = [], body: [UInt8] = [], bodyLimit: Int = 0) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.bodyLimit = bodyLimit
    }

    /// Returns the host of a URL, for messages; the rest may be secret.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The name or address; `nil` if the text is not a URL.
    public static func host(of url: String) -> String? {
        let parts = curl_url()
        defer { curl_url_cleanup(parts) }
        var host: UnsafeMutablePointer<CChar>?
        guard curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK,
            curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK, let host
        else { return nil }
        defer { curl_free(host) }
        return String(cString: host)
    }
}

/// The response of a server.
public struct TransferResponse: Hashable, Sendable {
    /// 100 to 999.
    public let status: Int
    /// The headers by name in lower case; of several with one name, the last.
    public let headers: [String: String]
    /// The body; empty if it was discarded.
    public let body: [UInt8]
}
