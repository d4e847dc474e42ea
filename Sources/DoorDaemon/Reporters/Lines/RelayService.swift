// Opening a turnstile.

import Admission
import DoorOutput
import Ledger
import ServiceLifecycle

/// Switches a relay on briefly for each guest who enters, one after the other, without delaying the door.
struct RelayService: Service {
    let news: AsyncStream<DoorEvent>
    let lines: OutputLines
    let pulse: Duration

    /// The pause between two guests, so that a turnstile counts two.
    private static let pause = Duration.milliseconds(200)
    private static let longestQueue = 16
    /// How long waiting guests are still handled after the door has closed; the process must end within 2 s.
    static let shutdownGrace = Duration.milliseconds(500)

    func run() async throws {
        await lines.darken()
        let (guests, queue) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(Self.longestQueue))
        await withTaskGroup { group in
            group.addTask {
                for await item in news where Self.opens(item) { queue.yield() }
                queue.finish()
                try? await Task.sleep(for: Self.shutdownGrace)
            }
            group.addTask {
                for await _ in guests {
                    _ = await lines.light(0)
                    try? await Task.sleep(for: pulse)
                    await lines.darken()
                    try? await Task.sleep(for: Self.pause)
                }
            }
            // Either every guest has been handled, or the time is up.
            await group.next()
            group.cancelAll()
        }
        await lines.release()
        // The service group treats a service that returns before shutdown as failed.
        try? await gracefulShutdown()
    }

    private static func opens(_ news: DoorEvent) -> Bool {
        if case .judged(let verdict, _, _) = news { verdict.recording.isEntry } else { false }
    }
}
