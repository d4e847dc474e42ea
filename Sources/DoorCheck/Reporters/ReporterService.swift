// Shows the door's news on standard output.

import ServiceLifecycle

/// Something that turns news into text.
protocol Reporter: Sendable {
    /// - Parameter news: What happened.
    /// - Returns: What to print; empty for nothing.
    /// - Throws: `EncodingError`, never for news of ours.
    mutating func text(for news: DoorNews) throws -> String
}

/// Prints what a reporter says until the board is closed.
///
/// It ends with the news, not with the shutdown signal: what was judged on the way out is shown as well.
struct ReporterService: Service {
    let news: AsyncStream<DoorNews>
    let reporter: any Reporter

    func run() async throws {
        var reporter = reporter
        for await item in news {
            try Terminal.output(reporter.text(for: item))
        }
    }
}
