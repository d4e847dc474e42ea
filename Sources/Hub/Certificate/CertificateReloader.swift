// Takes up a certificate that was renewed.

import Glibc
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import Synchronization

/// Looks at a certificate's files now and then, so that nobody has to start the hub anew every few weeks.
actor CertificateReloader: Service {
    private nonisolated let queue = ConnectionQueue(label: "hub-certificate")
    private nonisolated let shown: Mutex<HubCertificate>
    private let interval: Duration
    private let logger: Logger
    /// What is wrong with the files since they were last good.
    private(set) var trouble: HubCertificateError?

    /// A certificate with less than this left is spoken of: those of Let's Encrypt are renewed with 30 days left.
    private static let warningSeconds = 14 * 86_400

    /// Files are read on a queue of their own.
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - certificate: What is shown first.
    ///   - interval: How often the files are looked at.
    ///   - logger: Is told of a new certificate, and of one that ends soon or cannot be used.
    init(_ certificate: HubCertificate, every interval: Duration = .seconds(60), logger: Logger) {
        shown = Mutex(certificate)
        self.interval = interval
        self.logger = logger
    }

    /// The newest that was whole.
    nonisolated var certificate: HubCertificate { shown.withLock { $0 } }

    /// What handshakes go by; each shows the newest certificate.
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

    /// A file that is half written or wrong changes nothing, and is looked at again.
    private func look() {
        do throws(HubCertificateError) {
            guard let renewed = try certificate.renewed() else { return }
            shown.withLock { $0 = renewed }
            trouble = nil
            logger.notice("new certificate taken up")
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
            "the certificate has ended or ends soon; renew it, or boxes do not reach the hub",
            metadata: ["hours": "\(left / 3600)"]
        )
    }
}
