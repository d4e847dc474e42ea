// Sends deliveries from a thread that nobody else waits for.

import Ledger
import Scanner
import TicketSigning
import Webhook

/// Posts one delivery at a time, with its id and signature as Standard Webhooks name them.
actor WebhookSender {
    private let client: WebhookClient
    private let secret: WebhookSecret?
    private let queue = BlockingQueue(label: "webhook")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - client: With the address.
    ///   - secret: nil to send without a signature.
    init(client: sending WebhookClient, secret: WebhookSecret?) {
        self.client = client
        self.secret = secret
    }

    /// Waits for the answer, or until the task is cancelled.
    ///
    /// - Parameter delivery: What to send.
    /// - Returns: What went wrong; nil when it was taken.
    func send(_ delivery: Delivery) -> WebhookFailure? {
        let seconds = WallClock.now.milliseconds / 1000
        var headers = [(name: "webhook-id", value: delivery.id), (name: "webhook-timestamp", value: "\(seconds)")]
        if let secret {
            let signature = secret.signature(id: delivery.id, seconds: seconds, body: delivery.body)
            headers.append((name: "webhook-signature", value: signature))
        }
        do throws(WebhookFailure) {
            try client.post(delivery.body, headers: headers) { Task.isCancelled }
            return nil
        } catch {
            return error
        }
    }
}
