// The command `door-pictures`: photographs tickets for the demo, without a camera.

import ArgumentParser
import Glibc

@main
struct DoorPicturesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "door-pictures",
        abstract: "Shows codes the way a camera at the door sees them.",
        subcommands: [PhotographCommand.self, SceneCommand.self, ApproachCommand.self])

    /// Runs a subcommand; on failure, prints one sentence to standard error and exits with a status from sysexits.h.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as ToolError {
            report("\(error)")
            Glibc.exit(error.exitStatus)
        } catch {
            exit(withError: error)
        }
    }
}

/// Writes a line to standard error.
func report(_ message: String) {
    let line = Array("door-pictures: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
