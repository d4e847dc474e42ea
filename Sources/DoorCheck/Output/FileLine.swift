// A file for programs.

/// A file that a command wrote.
struct FileLine: OutputRecord {
    static let columns = ["file"]

    let schema = 1
    let file: String
}
