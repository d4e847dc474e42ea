// A file for programs.

import DoorOutput

/// A file that a command wrote.
struct FileLine: OutputRecord {
    static let columns = ["file"]

    let schema = 1
    let file: String
}
