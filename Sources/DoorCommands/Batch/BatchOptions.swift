// The arguments of all commands that read pictures.

import ArgumentParser
import DoorConfiguration
import DoorOutput
import FoundationEssentials
import Scanner

/// The pictures to read and the number of cores to use.
struct BatchOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Pictures, folders and ZIP files of them, or - for a list on standard input.", valueName: "path"),
        completion: .file()
    )
    var paths: [String] = []

    @Option(
        name: .customLong("files-from"),
        help: ArgumentHelp(
            "A file with one path per line, or between zero bytes as by find -print0; - for standard input.",
            valueName: "file"),
        completion: .file()
    )
    var list: String?

    @Option(
        name: [.customShort("j"), .customLong("jobs")],
        help: ArgumentHelp("How many pictures to read at once (default: one per core).", valueName: "n")
    )
    var jobs: Int?

    @Flag(name: [.short, .long], help: "Print results only: no summary, no progress.")
    var quiet = false

    func validate() throws {
        guard !paths.isEmpty || list != nil else {
            throw ValidationError("Name at least one picture or folder, or - to read a list from standard input.")
        }
        guard (1...256).contains(jobs ?? 1) else { throw ValidationError("--jobs expects 1 to 256.") }
    }

    /// Returns the batch that the arguments describe, after reporting what cannot be found or read.
    ///
    /// - Parameters:
    ///   - configuration: Supplies the picture limits.
    ///   - status: Raised if something cannot be found or read.
    /// - Returns: The pictures found.
    /// - Throws: ``CommandError`` if a list cannot be read.
    func batch(_ configuration: Configuration, raising status: inout ExitStatus) async throws -> PictureBatch {
        let walk = try PictureWalk(paths, listedIn: list)
        let places = await PicturePlaces(walk.pictures, limits: configuration.imageLimits)
        for problem in walk.problems + places.problems {
            Terminal.note("doorcheck: \(problem)")
            status = max(status, problem.status)
        }
        for complaint in walk.complaints {
            Terminal.note("doorcheck: \(complaint)")
            status = max(status, .badData)
        }
        return PictureBatch(
            pictures: places.all,
            unread: walk.unread.count,
            passedOver: walk.passedOver + places.passedOver,
            workers: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
            limits: configuration.imageLimits,
            decoding: .outOfProcess
        )
    }
}
