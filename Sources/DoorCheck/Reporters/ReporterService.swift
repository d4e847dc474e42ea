// Shows the door's news on standard output.

import ServiceLifecycle

/// Prints what a reporter says until the board is closed.
///
/// It ends with the news, not with the shutdown signal: what was judged on the way out is shown as well.
struct ReporterService: Service {
    let news: AsyncStream<DoorEvent>
    let reporter: any Reporter

    func run() async throws {
        var reporter = reporter
        for await item in news {
            try Terminal.output(reporter.text(for: item))
        }
        // The group takes a service that ends before it is told to for one that failed.
        try? await gracefulShutdown()
    }
}
