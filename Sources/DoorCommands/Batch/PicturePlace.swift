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

    /// Returns whether a file is a ZIP file of pictures.
    ///
    /// - Parameter path: The file.
    /// - Returns: Whether its name ends in `.zip`: workbooks and programs are ZIP files too.
    static func isZip(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") }
}

/// The pictures of a batch, those in ZIP files among them.
struct PicturePlaces {
    private(set) var all: [PicturePlace] = []
    /// The number of files in ZIP files that are certainly not pictures.
    private(set) var passedOver = 0
    /// One sentence for each ZIP file in which nothing can be read, and one for those that are too many.
    private(set) var problems: [CommandError] = []

    private let limits: ImageLimits

    /// - Parameters:
    ///   - paths: Pictures and ZIP files, which are opened.
    ///   - limits: The size limits of a picture.
    init(_ paths: [String], limits: ImageLimits) async {
        self.limits = limits
        var zips = 0
        for path in paths {
            guard PicturePlace.isZip(path) else {
                all.append(.file(path: path))
                continue
            }
            zips += 1
            if zips <= PictureZip.mostAtOnce { await addPictures(inZip: path) }
        }
        guard zips > PictureZip.mostAtOnce else { return }
        problems.append(
            CommandError(
                .badData,
                "These are more than \(PictureZip.mostAtOnce) ZIP files; the last "
                    + "\(zips - PictureZip.mostAtOnce) were not read: read them afterwards."))
    }

    private mutating func addPictures(inZip path: String) async {
        let zip = PictureZip(limits: limits)
        do {
            let contents = try await zip.open(path)
            passedOver += contents.passedOver
            all += contents.entries.map { .entry(zip, number: $0.number, name: "\(path)/\($0.name)") }
            guard contents.entries.isEmpty else { return }
            problems.append(CommandError(.noInput, "\(path.printable): there is no picture in this ZIP file."))
        } catch let error as PictureZipError {
            let end = error.description.hasSuffix("?") ? "" : "."
            problems.append(CommandError(.badData, "\(path.printable): \(error)\(end)"))
        } catch {
            problems.append(CommandError(ExitStatus(error), "\(error)"))
        }
    }
}
