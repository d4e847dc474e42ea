// Tells the organiser's server of each verdict.

import Admission
import Glibc
import Logging
import ServiceLifecycle
import Webhook

/// Keeps verdicts on disk until the server has taken them, in order, each at least once; the door waits for none of it.
struct WebhookService: Service {
    let news: AsyncStream<DoorEvent>
    let queue: WebhookQueue
    let sender: WebhookSender
    let box: String
    let gate: String
    let logger: Logger
    /// How long to wait after the first failure; doubled after each further one.
    var firstPause = Duration.seconds(1)
    /// The longest wait.
    var longestPause = Duration.seconds(60)

    /// How long verdicts that still wait are sent when the door has closed; the process shall end within 2 s.
    private static let shutdownGrace = Duration.milliseconds(500)

    func run() async throws {
        await handOver()
        // The group takes a service that ends before it is told to for one that failed.
        try? await gracefulShutdown()
    }

    /// Returns when the server has taken everything up to the door's end, or shortly after that.
    func handOver() async {
        let troubles = WebhookTroubles(logger: logger)
        let (arrivals, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup { group in
            group.addTask {
                // Until the door's news ends.
                await collect(bell, troubles)
                try? await Task.sleep(for: Self.shutdownGrace)
            }
            group.addTask { await deliver(arrivals, troubles) }
            // Either all is delivered, or the time is up.
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
        // What an earlier run left is sent first.
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
