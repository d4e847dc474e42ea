// HTTP requests to the hub.

import HTTPClient

/// Sends one request at a time over a persistent connection. Calls block and must come from one thread at a time.
final class CurlTransport: HTTPTransport {
    private let address: HubAddress
    private let transfer: HTTPTransfer

    /// The largest accepted body; a page of long records is smaller.
    private static let bodyLimit = 64 << 20

    /// - Parameters:
    ///   - address: The hub's address.
    ///   - isChecking: Whether the hub's certificate is checked.
    init(address: HubAddress, checkingCertificate isChecking: Bool = true) {
        self.address = address
        // Without the environment's proxy: the hub may be on the local network.
        var settings = HTTPTransfer.Settings(authority: address.authority)
        settings.checksCertificate = isChecking
        transfer = HTTPTransfer(settings)
    }

    func run(
        _ method: String,
        _ target: String,
        body: [UInt8],
        headers: [(name: String, value: String)],
        by deadline: ContinuousClock.Instant
    ) throws(HubClientError) -> HubResponse {
        let request = TransferRequest(
            method, address.url + target, headers: headers + [("Content-Type", "application/json")], body: body,
            bodyLimit: Self.bodyLimit)
        let response: TransferResponse
        do {
            response = try transfer.send(request, by: deadline) { Task.isCancelled }
        } catch {
            throw HubClientError(error, of: address)
        }
        return HubResponse(status: response.status, body: response.body, headers: response.headers)
    }
}

extension HubClientError {
    fileprivate init(_ error: TransferError, of address: HubAddress) {
        self =
            switch (error.kind, address.authority) {
            case (.untrusted, _): .untrusted(host: address.host)
            case (.badAuthority, let path?): .badAuthority(path: path)
            default: .unreachable(host: address.host, reason: error.reason)
            }
    }
}
