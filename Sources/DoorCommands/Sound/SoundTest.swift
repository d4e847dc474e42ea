// `doorcheck sound test`

import ArgumentParser
import DoorConfiguration
import DoorOutput
import DoorSignals
import Glibc

struct SoundTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Play the four verdict sounds, each with its name.",
        discussion: """
            Plays them even if `sound.mute` is true. `aplay -L` lists the sound cards.

              doorcheck sound test
              doorcheck sound test --device plughw:1,0 --volume 80
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(help: ArgumentHelp("The sound card (default: the configuration's).", valueName: "name"))
    var device: String?

    @Option(help: ArgumentHelp("0 to 100 (default: the configuration's).", valueName: "n"))
    var volume: Int?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...100).contains(volume ?? 0) else { throw ValidationError("--volume expects 0 to 100.") }
    }

    func run() throws {
        let settings = try configuration.load().sound
        let speaker = Loudspeaker(device: device ?? settings.device)
        try output.begin(SoundLine.self)
        for sound in Sound.allCases {
            let line = SoundLine(sound)
            try output.add(line, text: "\(line.sound): \(line.meaning)\n")
            do throws(SoundError) {
                try speaker.play(sound.samples(volume: volume ?? settings.volume)) { true }
            } catch {
                throw CommandError(.unavailable, "\(error).")
            }
            usleep(500_000)
        }
    }
}

/// A sound that is played.
struct SoundLine: OutputRecord {
    static let columns = ["sound", "meaning"]

    let schema = 1
    let sound: String
    let meaning: String

    init(_ sound: Sound) {
        self.sound = sound.rawValue
        meaning = sound.meaning
    }
}

extension Sound {
    /// The meaning of the sound and how to recognise it.
    fileprivate var meaning: String {
        switch self {
        case .admitted: "a guest enters; two tones that rise"
        case .staff: "staff decide, or nothing can be recorded; three short high tones"
        case .refused: "no one enters; one long low tone"
        case .noted: "a guest who was just admitted or leaves, or a ticket that is only checked; one tick"
        }
    }
}
