// Reloads a renewed certificate.

import BlockingCalls
import Glibc
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import Synchronization

/// Checks a certificate's files periodically, so that the hub need not be restarted every few weeks.
actor CertificateReloader: Service {
    private nonisolated let queue = BlockingQueue(label: "hub-certificate")
    private nonisolated let shown: Mutex<HubCertificate>
    private let interval: Duration
    private let logger: Logger
    /// The error in the files since they were last valid.
    private(set) var trouble: HubCertificateError?

    /// The remaining lifetime below which the log warns: Let's Encrypt certificates are renewed with 30 days left.
    private static let warningSeconds = 14 * 86_400

    /// Files are read on a separate queue.
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - certificate: The certificate to start with.
    ///   - interval: How often the files are checked.
    ///   - logger: Logs new certificates, and those that expire soon or cannot be used.
    init(_ certificate: HubCertificate, every interval: Duration = .seconds(60), logger: Logger) {
        shown = Mutex(certificate)
        self.interval = interval
        self.logger = logger
    }

    /// The newest valid certificate.
    nonisolated var certificate: HubCertificate { shown.withLock { $0 } }

    /// The TLS configuration; each handshake uses the newest certificate.
    nonisolated var configuration: TLSConfiguration {
        var configuration = certificate.configuration
        configuration.sslContextCallback = { [self] _, promise in promise.succeed(certificate.override) }
        return configuration
    }

    func run() async {
        await cancelWhenGracefulShutdown { await self.watch() }
    }

    private func watch() async {
        sayEnd()
        while !Task.isCancelled {
            try? await Task.sleep(for: interval)
            look()
        }
    }

    /// Checks the files. An incomplete or invalid file changes nothing and is checked again.
    private func look() {
        do throws(HubCertificateError) {
            guard let renewed = try certificate.renewed() else { return }
            shown.withLock { $0 = renewed }
            trouble = nil
            logger.notice("new certificate loaded")
            sayEnd()
        } catch {
            if error != trouble { logger.warning("certificate not renewed", metadata: ["error": "\(error)"]) }
            trouble = error
        }
    }

    private func sayEnd() {
        let left = certificate.end - time(nil)
        guard left < Self.warningSeconds else { return }
        logger.warning(
            "the certificate has expired or expires soon; renew it, or boxes cannot reach the hub",
            metadata: ["hours": "\(left / 3600)"]
        )
    }
}
