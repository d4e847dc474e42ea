// `doorcheck lamp test`

import ArgumentParser
import DoorConfiguration
import DoorOutput
import DoorSignals
import Glibc

struct LampTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Light each lamp for a second, with its meaning.",
        discussion: """
            Close the door first: it has the lamps. `gpioinfo` lists the lines that lamps can be connected to.

              doorcheck lamp test
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        let lamps = try configuration.load().lamps
        guard !lamps.isEmpty else {
            throw CommandError(
                .configuration,
                "No lamp is connected: set lamp.chip, and the line of a lamp, such as lamp.green, in the "
                    + "configuration.")
        }
        try output.begin(LampLine.self)
        for colour in Configuration.LampColour.allCases {
            guard let place = lamps[colour] else { continue }
            let lamp = OutputLine(place)
            do throws(LineError) {
                try lamp.set(true)
            } catch {
                throw CommandError(.unavailable, "\(error).")
            }
            let line = LampLine(colour)
            try output.add(line, text: "\(line.lamp): \(line.meaning)\n")
            usleep(1_000_000)
            lamp.release()
        }
    }
}

/// A lamp that is lit.
struct LampLine: OutputRecord {
    static let columns = ["lamp", "meaning"]

    let schema = 1
    let lamp: String
    let meaning: String

    init(_ colour: Configuration.LampColour) {
        (lamp, meaning) =
            switch colour {
            case .green: ("green", "a guest enters")
            case .amber: ("amber", "staff decide, or nothing can be recorded")
            case .red: ("red", "no one enters")
            }
    }
}
