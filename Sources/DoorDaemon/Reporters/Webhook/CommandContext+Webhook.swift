// Assembly of the webhook of one door.

import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import Ledger
import Logging
import TicketSigning
import Webhook

extension CommandContext {
    private static let secondsPerDelivery = 10

    /// - Parameters:
    ///   - url: The URL of the organiser's server.
    ///   - gate: The gate.
    ///   - news: All events of the door.
    ///   - logger: Receives failures.
    /// - Returns: A service that sends the verdicts, beginning with those of earlier runs.
    /// - Throws: `KeyFileError` for the secret; ``WebhookQueueError``; `LedgerError`.
    func webhook(
        to url: String,
        gate: GateName,
        news: AsyncStream<DoorEvent>,
        logger: Logger
    ) async throws -> WebhookService {
        let client = WebhookClient(
            url: url, authority: configuration.webhookAuthorityPath, seconds: Self.secondsPerDelivery)
        return WebhookService(
            news: news,
            queue: try Self.queue(at: configuration.webhookQueuePath, logger: logger),
            sender: WebhookSender(
                client: client, secret: try configuration.webhookSecretPath.map { try WebhookSecret(at: $0) }),
            box: try await ledger.ownBox().name,
            gate: gate.text,
            logger: logger
        )
    }

    /// Opens the queue; sets a damaged queue aside, so that the door opens and new verdicts are sent.
    static func queue(at path: String, logger: Logger) throws(WebhookQueueError) -> WebhookQueue {
        do {
            return try WebhookQueue(path: path)
        } catch .damaged {
            let aside = "\(path).damaged-\(WallClock.now.milliseconds)"
            for suffix in ["", "-wal", "-shm"] { rename(path + suffix, aside + suffix) }
            logger.error("webhook queue damaged", metadata: ["kept": "\(aside)"])
            return try WebhookQueue(path: path)
        } catch {
            throw error
        }
    }
}
