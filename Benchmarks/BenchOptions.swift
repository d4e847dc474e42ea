// The options that control the amount and the data of the measurements.

import ArgumentParser

/// The options of a run.
struct BenchOptions: ParsableArguments {
    @Flag(help: "Measure little: shows that the benchmarks work, its figures mean nothing.")
    var quick = false

    @Option(
        help: "A folder of pictures for decode.photos and read (default: DOORCHECK_IMAGES).", completion: .directory)
    var images: String?

    @Option(
        help: "Where ledgers and pictures are made: a folder on the disk to measure (default: beside this program).")
    var folder: String?

    @Flag(help: "For frame: count instructions under callgrind instead of timing.")
    var count = false

    @Option(help: "For decode.doors, decode.blur and decode.nothing: how many frames to draw.")
    var frames = 1_000

    @Option(help: "For decode.approach: how many guests of each kind come.")
    var guests = 40

    @Option(help: "For decode.doors, decode.blur, decode.approach, decode.nothing and frame: draws other frames.")
    var seed: UInt64 = 1

    @Option(help: "For decode.doors and decode.blur: a folder to write the plots to.", completion: .directory)
    var plots: String?

    /// The Python program that runs zxing-cpp; set by scripts/bench.
    @Option(help: .hidden)
    var zxing: String?

    func validate() throws {
        guard (1...1_000_000).contains(frames) else {
            throw ValidationError("--frames is \(frames); choose 1 or more.")
        }
        guard (1...10_000).contains(guests) else {
            throw ValidationError("--guests is \(guests); choose 1 or more.")
        }
    }
}
