// The door's events as a traffic light.

import Admission
import DoorConfiguration
import DoorOutput
import DoorTexts
import Ledger
import ServiceLifecycle

/// Lights a lamp briefly for each verdict. Simultaneous verdicts are shown one after the other, so that each of two
/// guests at one camera gets a colour. The door does not wait for the lamps.
struct LampService: Service {
    let news: AsyncStream<DoorEvent>
    let lines: OutputLines
    /// The index of each colour's line; unwired colours are absent.
    let places: [Configuration.LampColour: Int]
    let time: Duration

    /// The minimum time for a colour before another replaces it.
    private var least: Duration { min(time * 3 / 4, .milliseconds(1500)) }
    /// The maximum number of waiting colours: a lamp that lags far behind the door does not help the guests at it.
    private static let longestQueue = 3

    func run() async throws {
        await lines.darken()
        let (colours, queue) = AsyncStream.makeStream(
            of: Configuration.LampColour.self, bufferingPolicy: .bufferingNewest(Self.longestQueue))
        await withDiscardingTaskGroup { lamps in
            lamps.addTask {
                for await item in news { if let colour = Self.colour(for: item) { queue.yield(colour) } }
                queue.finish()
            }
            var last: ContinuousClock.Instant?
            for await colour in colours {
                if let last {
                    await cancelWhenGracefulShutdown { try? await Task.sleep(until: last + least, clock: .continuous) }
                }
                let turn = await show(colour)
                last = .now
                lamps.addTask {
                    try? await Task.sleep(for: time)
                    await lines.darken(turn)
                }
            }
            // The door has closed; the last guest still sees a colour.
            try? await Task.sleep(for: RelayService.shutdownGrace)
            lamps.cancelAll()
        }
        await lines.release()
        // The service group treats a service that returns before shutdown as failed.
        try? await gracefulShutdown()
    }

    /// Lights a colour. An unwired colour turns the other lamps off, because any of them would be wrong.
    private func show(_ colour: Configuration.LampColour) async -> Int {
        await lines.light(places[colour] ?? -1)
    }

    /// - Returns: `nil` for events that need no action at the door: a guest who has just entered, leaves or is only
    ///   checked, and a code that is not a ticket.
    static func colour(for news: DoorEvent) -> Configuration.LampColour? {
        switch news {
        case .judged(let verdict, _, _):
            switch verdict.answer {
            case .admit: verdict.recording.isEntry ? .green : nil
            case .ask: .amber
            case .refuse: verdict.isQuiet ? nil : .red
            }
        case .undecided: .amber
        case .opened, .clock, .cameraReady, .cameraLost, .scannerReady, .scannerLost, .pictureUnreadable: nil
        }
    }
}
