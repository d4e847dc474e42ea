// Reasons why the command failed, and its exit status.

import DoorPictures
import Glibc

/// The reason why the command failed.
enum ToolError: Error, CustomStringConvertible {
    /// The folder cannot be listed.
    case noFolder(path: String)
    /// The folder has no PNG file.
    case noPictures(path: String)
    /// The file cannot be read.
    case unreadable(path: String)
    /// The file or folder cannot be written.
    case unwritable(path: String)
    /// The file's content, or a text, does not result in a picture.
    case badPicture(name: String, cause: DoorPictureError)

    var description: String {
        switch self {
        case .noFolder(let path): "The folder \(path) cannot be listed; give a folder with PNG pictures of codes."
        case .noPictures(let path): "The folder \(path) has no file that ends in .png; give one with pictures of codes."
        case .unreadable(let path): "The file \(path) cannot be read; check its permissions."
        case .unwritable(let path): "\(path) cannot be written; check the folder, its permissions and the free space."
        case .badPicture(let name, let cause): "\(name): \(cause)"
        }
    }

    /// The exit status from sysexits.h.
    var exitStatus: Int32 {
        switch self {
        case .noFolder, .noPictures, .unreadable: 66
        case .unwritable: 74
        case .badPicture: 65
        }
    }
}
