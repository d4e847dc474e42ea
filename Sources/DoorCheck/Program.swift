// Where the program starts.

import Dispatch
import Glibc
import Ledger
import Scanner

/// The command, or the decoder that it starts itself as.
@main
enum Program {
    /// What an asynchronous `main` does as well; but a decoder is confined before there is a second thread, which it
    /// could not have later.
    static func main() {
        // It tells the system's log each time that a priority is not to be had, which only root could have.
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
