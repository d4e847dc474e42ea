// Mails through libcurl.

internal import CCurl

/// Hands one mail at a time to an SMTP server, on a connection of its own. Calls block and must come from one thread at
/// a time.
public final class MailTransfer {
    /// An SMTP server, and how it is reached.
    public struct Server: Sendable {
        /// `smtps://host:465` or `smtp://host:25`; other protocols are refused.
        public let url: String
        /// The user, and the password; `nil` for a server that asks for none.
        public let login: (user: String, password: String)?
        /// A PEM file with the only trusted certificate authority; `nil` for the system's.
        public let authority: String?

        /// - Parameters:
        ///   - url: `smtps://host:465` or `smtp://host:25`.
        ///   - login: The user, and the password; `nil` for a server that asks for none.
        ///   - authority: A PEM file with the only trusted certificate authority; `nil` for the system's.
        public init(url: String, login: (user: String, password: String)?, authority: String?) {
            (self.url, self.login, self.authority) = (url, login, authority)
        }

        /// How the connection is encrypted. A password goes to no other machine in plain text; a server on this machine
        /// needs no certificate.
        fileprivate var encryption: Int {
            let host = TransferRequest.host(of: url) ?? ""
            if !url.hasPrefix("smtps"), ["localhost", "127.0.0.1", "[::1]"].contains(host) {
                return DC_CURL_SSL_NONE
            }
            return login == nil ? DC_CURL_SSL_TRY : DC_CURL_SSL_ALL
        }
    }

    /// Whether the last mail was given to libcurl whole. If not, the server cannot have accepted it.
    public private(set) var hasGivenAll = false

    private let server: Server
    private let curl = CurlHandle()

    /// - Parameter server: The server.
    public init(to server: Server) { self.server = server }

    /// Sends a mail, and returns once the server has accepted it.
    ///
    /// - Parameters:
    ///   - mail: The complete message of RFC 5322, with lines that end in CR LF.
    ///   - sender: The address that is told of failures.
    ///   - recipient: The address that gets it.
    ///   - deadline: When the caller gives up.
    ///   - connectLimit: How long the connection may take to be made.
    ///   - isCancelled: Called every 50 ms; `true` ends the transfer.
    /// - Throws: ``TransferError``.
    public func send(
        _ mail: [UInt8],
        from sender: String,
        to recipient: String,
        by deadline: ContinuousClock.Instant,
        connectLimit: Duration,
        isCancelled: () -> Bool
    ) throws(TransferError) {
        // A line break in an address would begin another command.
        guard (sender + recipient).utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: ">") }) else {
            throw TransferError(.other, "an address contains a character that is not allowed")
        }
        let recipients = curl_slist_append(nil, "<\(recipient)>")
        defer { curl_slist_free_all(recipients) }
        hasGivenAll = false
        curl.reset()
        try prepare()
        try curl.set(CURLOPT_MAIL_FROM, "<\(sender)>")
        try curl.check(dc_curl_set_recipients(curl.easy, recipients))
        try curl.limit(to: deadline, connecting: connectLimit)
        let body = SentBody(mail)
        defer { hasGivenAll = body.isGiven }
        try curl.check(dc_curl_set_sender(curl.easy, SentBody.give, Unmanaged.passUnretained(body).toOpaque()))
        do throws(TransferError) {
            try withExtendedLifetime(body) { () throws(TransferError) in try curl.perform(isCancelled) }
        } catch {
            throw refusal(after: error)
        }
    }

    private func prepare() throws(TransferError) {
        try curl.set(CURLOPT_URL, server.url)
        try curl.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        try curl.set(CURLOPT_PROXY, "")
        try curl.set(CURLOPT_USE_SSL, server.encryption)
        try curl.trust(server.authority)
        if let login = server.login {
            try curl.set(CURLOPT_USERNAME, login.user)
            try curl.set(CURLOPT_PASSWORD, login.password)
        }
        try curl.set(CURLOPT_UPLOAD, 1)
        // Servers close idle connections, and the next mail may be hours away.
        try curl.set(CURLOPT_FORBID_REUSE, 1)
    }

    /// Returns what the server's last reply says, if that is why a transfer failed.
    private func refusal(after error: TransferError) -> TransferError {
        let reply = dc_curl_status(curl.easy)
        guard error.kind == .other, (400...599).contains(reply) else { return error }
        // These are about the login: RFC 4954, section 6.
        let isAboutLogin = [530, 534, 535, 538].contains(reply)
        return TransferError(
            isAboutLogin ? .loginRefused : .mailRefused(reply: reply), "refused with reply \(reply)")
    }
}

/// The part of a mail that is still to be sent.
private final class SentBody {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isGiven: Bool { rest.isEmpty }

    /// libcurl's read callback: copies the next piece and returns its length; 0 at the end.
    static let give: curl_read_callback = { target, size, count, context in
        guard let context, let target else { return 0 }
        let body = Unmanaged<SentBody>.fromOpaque(context).takeUnretainedValue()
        let piece = body.rest.prefix(size * count)
        piece.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(start: target, count: bytes.count).copyMemory(from: bytes)
        }
        body.rest = body.rest.dropFirst(piece.count)
        return piece.count
    }
}
