// Passing each verdict to the organiser's program.

import Admission
import DoorOutput
import Glibc
import Logging
import ServiceLifecycle

/// Runs a program for every verdict, one at a time and in order, without delaying the door.
///
/// While the program runs, the newest 16 verdicts wait; older ones are dropped, because a lamp that shows the guest
/// of a minute ago is useless. Each kind of failure is logged once.
struct HookService: Service {
    let news: AsyncStream<DoorEvent>
    let program: HookProgram
    let path: String
    let logger: Logger

    private static let longestQueue = 16
    /// How long waiting verdicts are still handled after the door has closed; the process must end within 2 s.
    private static let shutdownGrace = Duration.milliseconds(500)

    /// - Parameters:
    ///   - path: The program.
    ///   - seconds: The time limit per verdict.
    ///   - news: All events of the door.
    ///   - logger: Receives failures.
    init(path: String, seconds: Int, news: AsyncStream<DoorEvent>, logger: Logger) {
        self.path = path
        self.news = news
        self.logger = logger
        program = HookProgram(path: path, seconds: seconds)
    }

    func run() async throws {
        await handOver()
        // The service group treats a service that returns before shutdown as failed.
        try? await gracefulShutdown()
    }

    /// Returns when the program has handled all verdicts until the door closed, or shortly after the shutdown.
    func handOver() async {
        let (lines, queue) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(Self.longestQueue))
        let failures = HookFailures(logger: logger)
        // Reported now, while the organiser is still at the box, and not with the first guest.
        if access(path, X_OK) != 0 { await failures.note(.notStarted(program: path, errno: errno)) }
        await withTaskGroup { group in
            group.addTask { await collect(into: queue, failures) }
            group.addTask { await deliver(lines, failures) }
            group.addTask {
                guard (try? await gracefulShutdown()) != nil else { return }
                try? await Task.sleep(for: Self.shutdownGrace)
            }
            // Collecting ends with the door's events; then either everything is delivered, or the time is up.
            await group.next()
            await group.next()
            group.cancelAll()
        }
    }

    private func collect(into queue: AsyncStream<String>.Continuation, _ failures: HookFailures) async {
        defer { queue.finish() }
        for await item in news {
            guard case .judged(let verdict, let source, let elapsed) = item,
                let line = try? JSONLine.text(VerdictLine(verdict, source: source, elapsed: elapsed))
            else { continue }
            if case .dropped = queue.yield(line) { await failures.note(.fellBehind(program: path)) }
        }
    }

    private func deliver(_ lines: AsyncStream<String>, _ failures: HookFailures) async {
        for await line in lines {
            if let failure = await program.run(input: line) { await failures.note(failure) }
        }
    }
}
