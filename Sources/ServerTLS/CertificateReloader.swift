// Reloads a renewed certificate.

import BlockingCalls
import Glibc
package import Logging
import NIOCore
package import NIOSSL
import ServiceLifecycle
import Synchronization

/// Checks a certificate's files periodically, so that the server need not be restarted every few weeks.
package actor CertificateReloader: Service {
    private nonisolated let queue = BlockingQueue(label: "certificate")
    private nonisolated let shown: Mutex<ServerCertificate>
    private let interval: Duration
    private let own: OwnCertificate?
    private let logger: Logger
    /// The error in the files since they were last valid.
    package private(set) var trouble: ServerCertificateError?

    /// The remaining lifetime below which the log warns: Let's Encrypt certificates are renewed with 30 days left.
    private static let warningSeconds = 14 * 86_400

    /// Files are read on a separate queue.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - certificate: The certificate to start with.
    ///   - interval: How often the files are checked.
    ///   - own: Makes the certificate again when that is due; `nil` for one that somebody else renews.
    ///   - logger: Logs new certificates, and those that expire soon or cannot be used.
    package init(
        _ certificate: ServerCertificate, every interval: Duration = .seconds(60), own: OwnCertificate? = nil,
        logger: Logger
    ) {
        shown = Mutex(certificate)
        self.own = own
        self.interval = interval
        self.logger = logger
    }

    /// The newest valid certificate.
    package nonisolated var certificate: ServerCertificate { shown.withLock { $0 } }

    /// The TLS configuration; each handshake uses the newest certificate.
    package nonisolated var configuration: TLSConfiguration {
        var configuration = certificate.configuration
        configuration.sslContextCallback = { [self] _, promise in promise.succeed(certificate.override) }
        return configuration
    }

    /// Checks the files until the shutdown.
    package func run() async {
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
        do throws(ServerCertificateError) {
            _ = try own?.current()
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
            "the certificate has expired or expires soon; renew it, or nobody reaches this server",
            metadata: ["hours": "\(left / 3600)"]
        )
    }
}
