// Reporting the door's state to systemd.

import Admission
import DoorTexts
import ServiceLifecycle

/// Reports to systemd that the door opens, its state, that it is alive, and that it stops.
///
/// This must be the first service to stop, so that systemd learns of the shutdown when it begins.
struct ServiceManagerReport: Service {
    let manager: ServiceManager
    let news: AsyncStream<DoorEvent>
    let signs: Watchdog

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await tellState() }
                if let interval = manager.watchdogInterval { group.addTask { await pat(every: interval / 2) } }
                await group.waitForAll()
            }
            // Without a watchdog, the end of the events means that the door has closed, and the shutdown follows.
            try? await gracefulShutdown()
        }
        manager.tell("STOPPING=1", "STATUS=closing")
    }

    /// Notifies the watchdog at half its timeout, as sd_watchdog_enabled(3) advises, if no turn takes longer than
    /// that interval.
    private func pat(every pause: Duration) async {
        while !Task.isCancelled {
            if signs.areWell(within: pause) { manager.tell("WATCHDOG=1") }
            try? await Task.sleep(for: pause)
        }
    }

    private func tellState() async {
        var state = State()
        for await item in news {
            if case .opened = item { manager.tell("READY=1") }
            state.take(item)
            manager.tell("STATUS=\(state)")
        }
    }

    /// One line for `systemctl status`, without guests' names.
    private struct State: CustomStringConvertible {
        private var judged = 0
        private var missing: Set<String> = []
        private var trouble: String?

        mutating func take(_ item: DoorEvent) {
            switch item {
            case .judged: (judged, trouble) = (judged + 1, nil)
            case .undecided: trouble = "cannot record"
            case .cameraReady(let name, _), .scannerReady(let name, _): missing.remove(name)
            case .cameraLost(let name, _), .scannerLost(let name, _): missing.insert(name)
            case .opened, .clock, .pictureUnreadable: break
            }
        }

        var description: String {
            let lost = missing.sorted().map { "waiting for \($0.printable)" }
            let codes = "\(judged) \(judged == 1 ? "code" : "codes") judged"
            return (["open", codes] + lost + [trouble].compactMap { $0 }).joined(separator: ", ")
        }
    }
}
