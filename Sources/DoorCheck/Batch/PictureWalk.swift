// Which pictures a batch is about.

import FoundationEssentials
import Glibc
import Scanner

/// The pictures that paths on a command line stand for: files as they are named, folders with all below them.
struct PictureWalk {
    private(set) var pictures: [String] = []
    /// What could not be found, a sentence each.
    private(set) var troubles: [CommandError] = []

    /// - Parameters:
    ///   - paths: Files, folders, or `-` for a list of either on standard input.
    ///   - list: A file with one path per line, `-` for standard input.
    /// - Throws: ``CommandError`` when a list cannot be read.
    init(_ paths: [String], listedIn list: String? = nil) throws {
        for path in paths {
            if path == "-" { try addLines(of: path) } else { add(path) }
        }
        if let list { try addLines(of: list) }
    }

    private mutating func addLines(of list: String) throws {
        let before = (pictures.count, troubles.count)
        for line in try InputFile.read(list).split(separator: UInt8(ascii: "\n")) {
            add(String(decoding: line, as: UTF8.self))
        }
        guard (pictures.count, troubles.count) == before else { return }
        let name = list == "-" ? "on standard input" : list.printable
        troubles.append(CommandError(.noInput, "The list \(name) is empty; expected one path per line."))
    }

    private mutating func add(_ path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            let reason = String(cString: strerror(errno))
            troubles.append(CommandError(.noInput, "\(path.printable): \(reason); expected a picture or a folder."))
            return
        }
        guard facts.st_mode & S_IFMT == S_IFDIR else { return pictures.append(path) }
        let found = Self.pictures(below: path)
        if found.isEmpty {
            let kinds = (["JPEG", "PNG", "WebP", "GIF", "PNM"] + BuiltParts.names).joined(separator: ", ")
            troubles.append(CommandError(.noInput, "\(path.printable): there is no picture in this folder (\(kinds))."))
        }
        pictures += found
    }

    /// In the order of their names, so that a batch is the same each time; links to folders are not followed.
    private static func pictures(below folder: String) -> [String] {
        let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().flatMap { name -> [String] in
            var facts = stat()
            guard lstat(prefix + name, &facts) == 0 else { return [] }
            if facts.st_mode & S_IFMT == S_IFDIR { return pictures(below: prefix + name) }
            return ImageFile.isPicture(name: name) ? [prefix + name] : []
        }
    }
}
