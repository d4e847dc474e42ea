// The reason why a file of another format yields no picture.

/// One clause, shown after "the file is damaged: ".
struct ForeignPictureError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
