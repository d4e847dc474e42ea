// An error in what the user requested.

/// A sentence for the user, and the exit status for the calling program.
package struct CommandError: Error, CustomStringConvertible {
    package let status: ExitStatus
    package let description: String

    /// - Parameters:
    ///   - status: The exit status of the command.
    ///   - description: One sentence: what was wrong, where, what was expected, what to do.
    package init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
