// The door's news for ears.

import Admission
import DoorSignals
import Logging
import ServiceLifecycle

/// Plays a sound for each verdict, as long as there is a sound card; the door waits for none of it.
struct SoundService: Service {
    let news: AsyncStream<DoorEvent>
    let player: SoundPlayer

    /// How long a verdict's sound is not cut short by one that says less.
    private static let least = Duration.milliseconds(1500)
    /// How long the last sound may last when the door has closed.
    private static let shutdownGrace = Duration.milliseconds(800)

    /// - Parameters:
    ///   - device: As ALSA names it.
    ///   - volume: 0 to 100.
    ///   - news: The door's.
    ///   - logger: Takes a card that is missing, and its return.
    init(device: String, volume: Int, news: AsyncStream<DoorEvent>, logger: Logger) {
        self.news = news
        player = SoundPlayer(device: device, volume: volume) { error in
            if let error {
                logger.warning("no sound", metadata: ["error": "\(error)"])
            } else {
                logger.notice("sound again", metadata: ["device": "\(device)"])
            }
        }
    }

    func run() async throws {
        player.prepare()
        var last: ContinuousClock.Instant?
        for await item in news {
            guard let sound = Self.sound(for: item) else { continue }
            // A menu beside a ticket, or a second look at the same ticket, does not cut short what the first one was.
            if sound == .noted, let last, last.duration(to: .now) < Self.least { continue }
            if sound != .noted { last = .now }
            player.play(sound)
        }
        let end = ContinuousClock.now + Self.shutdownGrace
        while player.isPlaying, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(20)) }
        // The group takes a service that ends before it is told to for one that failed.
        try? await gracefulShutdown()
    }

    /// - Returns: nil for what staff learns from the screen.
    static func sound(for news: DoorEvent) -> Sound? {
        switch news {
        case .judged(let verdict, _, _): verdict.isQuiet ? .noted : sound(for: verdict.look)
        case .undecided: .staff
        case .opened, .clock, .cameraReady, .cameraLost, .scannerReady, .scannerLost, .pictureUnreadable: nil
        }
    }

    private static func sound(for look: Look) -> Sound {
        switch look {
        case .admit: .admitted
        case .exit, .checked, .again: .noted
        case .used, .refuse: .refused
        case .ask: .staff
        }
    }
}
