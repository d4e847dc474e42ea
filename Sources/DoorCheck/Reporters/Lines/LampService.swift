// The door's news as a traffic light.

import Admission
import Ledger
import ServiceLifecycle

/// Lights the lamp of each verdict for a moment. Verdicts that come at once are seen one after the other, so that each of
/// two guests before one camera gets their colour. The door waits for none of it.
struct LampService: Service {
    /// A lamp's colour.
    enum Colour: CaseIterable {
        /// Somebody enters.
        case green
        /// Staff decides, or nothing can be recorded.
        case amber
        /// Nobody enters.
        case red
    }

    let news: AsyncStream<DoorEvent>
    let lines: OutputLines
    /// Where each colour is among the lines; those that are not wired are absent.
    let places: [Colour: Int]
    let time: Duration

    /// How long a colour is lit before another takes its place.
    private var least: Duration { min(time * 3 / 4, .milliseconds(1500)) }
    /// Colours that wait for their turn: a lamp that is far behind the door says nothing about who is before it.
    private static let longestQueue = 3

    func run() async throws {
        await lines.darken()
        let (colours, queue) = AsyncStream.makeStream(
            of: Colour.self, bufferingPolicy: .bufferingNewest(Self.longestQueue))
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
            // The door has closed; the last guest still sees theirs.
            try? await Task.sleep(for: RelayService.shutdownGrace)
            lamps.cancelAll()
        }
        await lines.release()
        // The group takes a service that ends before it is told to for one that failed.
        try? await gracefulShutdown()
    }

    /// A colour that is not wired darkens the others, which would be wrong.
    private func show(_ colour: Colour) async -> Int {
        await lines.light(places[colour] ?? -1)
    }

    /// - Returns: nil for what nobody at the door acts on: a guest who was just
    ///   admitted, leaves or is looked at, and what is no ticket.
    static func colour(for news: DoorEvent) -> Colour? {
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
