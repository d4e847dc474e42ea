// HTTP requests to the organiser's server.

internal import HTTPClient

/// Posts JSON to one URL, one delivery at a time, over a persistent connection.
///
/// Calls block; make them on a thread that no one waits for.
public final class WebhookClient {
    /// The server's name for messages; the rest of the URL may be secret.
    public let host: String
    private let url: String
    private let authority: String?
    private let limit: Duration
    private let transfer: HTTPTransfer

    /// - Parameters:
    ///   - url: `https://…` or `http://…`.
    ///   - authority: A PEM file with the only trusted certificate authority; nil for the system's.
    ///   - seconds: The time limit of a delivery.
    public init(url: String, authority: String?, seconds: Int) {
        (self.url, self.authority, limit) = (url, authority, .seconds(seconds))
        host = TransferRequest.host(of: url) ?? "the receiver"
        // The server may be on the Internet, behind the site's proxy.
        transfer = HTTPTransfer(HTTPTransfer.Settings(authority: authority, usesProxy: true))
    }

    /// Posts a body and waits for the response, whose body is discarded.
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
        let request = TransferRequest(
            "POST", url, headers: headers + [("content-type", "application/json")], body: Array(body.utf8))
        let status: Int
        do {
            status = try transfer.send(request, by: .now + limit, isCancelled: isCancelled).status
        } catch {
            throw WebhookFailure(error, host: host, authority: authority)
        }
        guard (200...299).contains(status) else { throw .refused(host: host, status: status) }
    }
}
