// The door's events as sounds.

import Admission
import DoorDisplay
import DoorOutput
import DoorSignals
import DoorTexts
import Logging
import ServiceLifecycle

/// Plays a sound for each verdict if there is a sound card, without delaying the door.
struct SoundService: Service {
    let news: AsyncStream<DoorEvent>
    let player: SoundPlayer

    /// How long a less important sound cannot interrupt a verdict's sound.
    private static let least = Duration.milliseconds(1500)
    /// How long the last sound may continue after the door has closed.
    private static let shutdownGrace = Duration.milliseconds(800)

    /// - Parameters:
    ///   - device: The ALSA name of the device.
    ///   - volume: The volume, 0 to 100.
    ///   - news: The door's events.
    ///   - logger: Receives a message when a card is missing, and when it returns.
    init(device: String, volume: Int, news: AsyncStream<DoorEvent>, logger: Logger) {
        self.news = news
        player = SoundPlayer(device: device, volume: volume) { error in
            if let error {
                logger.warning("no sound", metadata: ["error": "\(error)"])
            } else {
                logger.notice("sound works again", metadata: ["device": "\(device)"])
            }
        }
    }

    func run() async throws {
        player.prepare()
        var last: ContinuousClock.Instant?
        for await item in news {
            guard let sound = Self.sound(for: item) else { continue }
            // A menu's code next to a ticket, or the same ticket seen again, does not interrupt the sound of the
            // first verdict.
            if sound == .noted, let last, last.duration(to: .now) < Self.least { continue }
            if sound != .noted { last = .now }
            player.play(sound)
        }
        let end = ContinuousClock.now + Self.shutdownGrace
        while player.isPlaying, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(20)) }
        // The service group treats a service that returns before shutdown as failed.
        try? await gracefulShutdown()
    }

    /// - Returns: `nil` for events that staff see on the screen.
    static func sound(for news: DoorEvent) -> Sound? {
        switch news {
        case .judged(let verdict, _, _): sound(for: verdict.style)
        case .undecided: .staff
        case .opened, .clock, .cameraReady, .cameraLost, .scannerReady, .scannerLost, .pictureUnreadable: nil
        }
    }

    private static func sound(for style: VerdictStyle) -> Sound {
        switch style {
        case .admit: .admitted
        case .exit, .checked, .again, .quiet: .noted
        case .used, .refuse: .refused
        case .ask: .staff
        }
    }
}
