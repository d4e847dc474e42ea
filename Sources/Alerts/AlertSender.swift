// Sending on a separate thread.

import BlockingCalls

/// Delivers one message at a time through a channel.
package actor AlertSender {
    /// The channel's name in the log, without anything secret.
    package nonisolated let name: String
    private let channel: any AlertChannel
    private let queue = BlockingQueue(label: "alert")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(_ name: String, _ channel: sending any AlertChannel) {
        self.name = name
        self.channel = channel
    }

    /// Delivers a message, or gives up when the task is cancelled.
    ///
    /// - Parameter message: The message.
    /// - Returns: The failure; `nil` if the message was delivered.
    package func send(_ message: AlertMessage) -> AlertFailure? {
        do throws(AlertFailure) {
            try channel.deliver(message) { Task.isCancelled }
            return nil
        } catch {
            return error
        }
    }

    /// Delivers a message that says that nothing is wrong.
    ///
    /// - Parameters:
    ///   - hub: The name of the hub.
    ///   - now: The wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The failure; `nil` if the message was delivered.
    package func sendTest(hub: String, now: Int64) -> AlertFailure? {
        let name = PlainText.name(hub)
        let reading = AlertReading(.test, of: name, named: name, .unclear)
        let alert = Alert(reading, "This is a test of the alerts of the hub \(name).", started: now)
        return AlertMessage([alert], hub: hub, now: now).flatMap { send($0) }
    }
}
