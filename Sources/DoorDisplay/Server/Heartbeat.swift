// Periodic pulses to the pages.

import ServiceLifecycle

/// Sends a pulse to every page until the shutdown.
struct Heartbeat: Service {
    let board: DisplayBoard

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await board.pulse()
                try? await Task.sleep(for: DisplayServer.pulseInterval)
            }
        }
    }
}
