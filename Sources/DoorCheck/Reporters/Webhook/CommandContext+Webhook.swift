// The webhook of one door, put together.

import Glibc
import Ledger
import Logging
import TicketSigning
import Webhook

extension CommandContext {
    private static let secondsPerDelivery = 10

    /// - Parameters:
    ///   - url: Of the organiser's server.
    ///   - gate: The door.
    ///   - news: The door's; all of it.
    ///   - logger: Takes what goes wrong.
    /// - Returns: What sends the verdicts, those of earlier days first.
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

    /// A queue that is damaged is set aside, since the door shall open and the new verdicts be sent.
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
