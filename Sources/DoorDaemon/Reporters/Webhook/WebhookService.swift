// Reporting each verdict to the organiser's server.

import Admission
import DoorOutput
import Glibc
import Logging
import ServiceLifecycle
import Webhook

/// Keeps verdicts on disk until the server has accepted them, in order and at least once, without delaying the door.
struct WebhookService: Service {
    let news: AsyncStream<DoorEvent>
    let queue: WebhookQueue
    let sender: WebhookSender
    let box: String
    let gate: String
    let logger: Logger
    /// The pause after the first failure; doubled after each further one.
    var firstPause = Duration.seconds(1)
    /// The longest pause.
    var longestPause = Duration.seconds(60)

    /// How long waiting verdicts are still sent after the door has closed; the process must end within 2 s.
    private static let shutdownGrace = Duration.milliseconds(500)

    func run() async throws {
        await handOver()
        // The service group treats a service that returns before shutdown as failed.
        try? await gracefulShutdown()
    }

    /// Returns when the server has accepted all verdicts until the door closed, or shortly after that.
    func handOver() async {
        let troubles = WebhookTroubles(logger: logger)
        let (arrivals, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup { group in
            group.addTask {
                // Runs until the door's events end.
                await collect(bell, troubles)
                try? await Task.sleep(for: Self.shutdownGrace)
            }
            group.addTask { await deliver(arrivals, troubles) }
            // Either everything is delivered, or the time is up.
            await group.next()
            group.cancelAll()
        }
    }

    private func collect(_ bell: AsyncStream<Void>.Continuation, _ troubles: WebhookTroubles) async {
        defer { bell.finish() }
        for await item in news {
            guard case .judged(let verdict, let source, let elapsed) = item,
                let line = try? JSONLine.text(
                    WebhookLine(verdict, source: source, elapsed: elapsed, box: box, gate: gate))
            else { continue }
            do {
                await troubles.noteLost(try await queue.append(line))
                bell.yield()
            } catch let error as WebhookQueueError {
                await troubles.note(error)
            } catch {}
        }
    }

    private func deliver(_ arrivals: AsyncStream<Void>, _ troubles: WebhookTroubles) async {
        // Verdicts that an earlier run left are sent first.
        await deliverAll(troubles)
        for await _ in arrivals { await deliverAll(troubles) }
        await deliverAll(troubles)
    }

    private func deliverAll(_ troubles: WebhookTroubles) async {
        var pause = firstPause
        while !Task.isCancelled {
            do {
                guard let delivery = try await queue.first() else { return }
                if let failure = await sender.send(delivery) { throw failure }
                try await queue.remove(delivery)
                await troubles.noteSuccess()
                pause = firstPause
                continue
            } catch let error as WebhookFailure {
                await troubles.note(error)
            } catch let error as WebhookQueueError {
                await troubles.note(error)
            } catch {}
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, longestPause)
        }
    }
}
