// The program's entry point.

import Dispatch
import DoorCommands
import Glibc
import Ledger
import Scanner

/// Runs the command, or the decoder, which is this program started as a child process.
@main
enum Program {
    /// Runs the program like an asynchronous `main`, except that it first confines a decoder, which must happen
    /// before there is a second thread.
    static func main() {
        // Libdispatch would log each priority that it cannot set, which only root could.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        let arguments = CommandLine.arguments
        if DecoderService.isAsked(arguments) { exit(DecoderService.run(arguments)) }
        StopSignalGuard.deferDuringWrites()
        Task {
            await DoorCheckCommand.main()
            exit(0)
        }
        dispatchMain()
    }
}
