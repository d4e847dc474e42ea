// The result of one picture in a batch.

import DoorOutput
import Organising
import Scanner

/// The codes in a picture, or the reason it could not be read.
struct PictureReadings<Code: Sendable>: Sendable {
    /// What it is called: its path, or the ZIP file's with the name in there.
    let path: String
    let codes: Result<[Code], UnreadPicture>
    /// The time for decoding alone.
    let decoding: Duration
    /// The time from opening the file to the last code.
    let total: Duration

    /// Returns the same result with something else for each code.
    func map<Other: Sendable>(_ transform: (Code) -> Other) -> PictureReadings<Other> {
        PictureReadings<Other>(path: path, codes: codes.map { $0.map(transform) }, decoding: decoding, total: total)
    }
}

/// Why a picture was not read.
enum UnreadPicture: Error, CustomStringConvertible {
    case picture(ImageFileError)
    case zip(PictureZipError)
    /// It could not be unpacked for want of room, for example.
    case storage(FileError)

    /// The error of the picture, of the ZIP file, or of the system.
    var cause: any Error {
        switch self {
        case .picture(let error): error
        case .zip(let error): error
        case .storage(let error): error
        }
    }

    var description: String { "\(cause)" }
}
