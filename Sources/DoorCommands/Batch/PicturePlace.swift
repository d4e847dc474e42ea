// Where the pictures of a batch are.

import DoorOutput
import DoorTexts
import Organising
import Scanner

/// A picture to be read.
enum PicturePlace: Sendable {
    case file(path: String)
    /// A picture in a ZIP file, by its number there; the name begins with the ZIP file's.
    case entry(PictureZip, number: Int, name: String)

    /// What the picture is called in the output.
    var name: String {
        switch self {
        case .file(let path): path
        case .entry(_, _, let name): name
        }
    }

    /// Returns whether an argument names a ZIP file of pictures.
    ///
    /// - Parameter path: A file that exists.
    /// - Returns: Whether the name ends in `.zip`; workbooks and programs are ZIP files too.
    static func isZip(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") }

    /// Opens a ZIP file of pictures.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limits: The size limits of a picture.
    /// - Returns: The pictures, and the number of files that are certainly none.
    /// - Throws: ``CommandError`` if there is nothing to read in it.
    static func pictures(
        inZip path: String, limits: ImageLimits
    ) async throws -> (places: [PicturePlace], passedOver: Int) {
        let zip = PictureZip(limits: limits)
        let contents: PictureZip.Contents
        do {
            contents = try await zip.open(path)
        } catch let error as PictureZipError {
            throw CommandError(.badData, "\(path.printable): \(error)" + ("\(error)".hasSuffix("?") ? "" : "."))
        }
        guard !contents.entries.isEmpty else {
            throw CommandError(.noInput, "\(path.printable): there is no picture in this ZIP file.")
        }
        let places = contents.entries.map { PicturePlace.entry(zip, number: $0.number, name: "\(path)/\($0.name)") }
        return (places, contents.passedOver)
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
