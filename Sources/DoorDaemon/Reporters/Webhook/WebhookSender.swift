// Sending deliveries on a separate thread.

import BlockingCalls
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning
import Webhook

/// Posts one delivery at a time, with the identifier and signature headers of Standard Webhooks.
actor WebhookSender {
    private let client: WebhookClient
    private let secret: WebhookSecret?
    private let queue = BlockingQueue(label: "webhook")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - client: The client with the URL.
    ///   - secret: The secret; `nil` to send without a signature.
    init(client: sending WebhookClient, secret: WebhookSecret?) {
        self.client = client
        self.secret = secret
    }

    /// Sends a delivery and waits for the response, or until the task is cancelled.
    ///
    /// - Parameter delivery: The delivery.
    /// - Returns: The failure; `nil` if the delivery was accepted.
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
