// Reporting the door's events on standard output.

import DoorOutput
import ServiceLifecycle

/// Prints a reporter's output until the event bus is closed.
///
/// It ends with the events, not at the shutdown signal: codes judged during the shutdown are reported as well.
struct ReporterService: Service {
    let news: AsyncStream<DoorEvent>
    let reporter: any Reporter

    func run() async throws {
        var reporter = reporter
        for await item in news {
            try Terminal.output(reporter.text(for: item))
        }
        // The service group treats a service that returns before shutdown as failed.
        try? await gracefulShutdown()
    }
}

/// Converts events to text.
protocol Reporter: Sendable {
    /// - Parameter news: The event.
    /// - Returns: The text to print; empty for nothing.
    /// - Throws: `EncodingError`, never for our own events.
    mutating func text(for news: DoorEvent) throws -> String
}
