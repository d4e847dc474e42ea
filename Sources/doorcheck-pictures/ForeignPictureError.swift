// Why a file of another format gave no picture.

/// One clause, to be shown after "the file is damaged: ".
struct ForeignPictureError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
