// An error in what the user requested.

/// A sentence for the user, and the exit status for the calling program.
struct CommandError: Error, CustomStringConvertible {
    let status: ExitStatus
    let description: String

    /// - Parameters:
    ///   - status: The exit status of the command.
    ///   - description: One sentence: what was wrong, where, what was expected, what to do.
    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
