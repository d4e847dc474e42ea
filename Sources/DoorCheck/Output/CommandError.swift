// What a person asked for that cannot be done.

/// A sentence for the person at the keyboard, and the status for the program that called.
struct CommandError: Error, CustomStringConvertible {
    let status: ExitStatus
    let description: String

    /// - Parameters:
    ///   - status: What the command exits with.
    ///   - description: One sentence: what was wrong, where, what was expected, what to do.
    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
