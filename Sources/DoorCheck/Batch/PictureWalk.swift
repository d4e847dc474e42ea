// Which pictures a batch is about.

import FoundationEssentials
import Glibc
import Scanner

/// The pictures that paths on a command line stand for: files as they are named, folders with all below them.
struct PictureWalk {
    private(set) var pictures: [String] = []
    /// Files of folders that are no picture that can be read, and may be another.
    private(set) var unread: [String] = []
    /// How many files of folders are surely no pictures.
    private(set) var passedOver = 0
    /// What could not be found or listed, a sentence each.
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
        let before = (pictures.count, troubles.count, unread.count)
        for line in try InputFile.read(list).split(separator: UInt8(ascii: "\n")) {
            add(String(decoding: line, as: UTF8.self))
        }
        guard (pictures.count, troubles.count, unread.count) == before else { return }
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
        let before = (pictures.count, troubles.count, unread.count)
        addAll(below: path)
        guard (pictures.count, troubles.count, unread.count) == before else { return }
        troubles.append(
            CommandError(.noInput, "\(path.printable): there is no picture in this folder (\(Self.kinds))."))
    }

    /// What this build reads, such as `JPEG, PNG, WebP, GIF or PNM`.
    private static var kinds: String {
        let names = ["JPEG", "PNG", "WebP", "GIF", "PNM"] + BuiltParts.names
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    private static let mostNamed = 20

    /// What is said of ``unread``; `nil` where there is nothing.
    var complaint: String? {
        guard !unread.isEmpty else { return nil }
        let more = unread.count > Self.mostNamed ? " and \(unread.count - Self.mostNamed) more" : ""
        let list = unread.prefix(Self.mostNamed).map(\.printable).joined(separator: ", ")
        let (verb, noun) = unread.count == 1 ? ("was", "it is") : ("were", "they are")
        return "\("file".counted(unread.count)) \(verb) not read, since \(noun) no \(Self.kinds): \(list)\(more)."
    }

    /// In the order of their names, so that a batch is the same each time; links to folders are not followed.
    private mutating func addAll(below folder: String) {
        let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        let names: [String]
        do throws(ImageFileError) {
            names = try FolderNames.list(folder)
        } catch {
            let reason = if case .cannotRead(let code) = error { String(cString: strerror(code)) } else { "\(error)" }
            troubles.append(
                CommandError(
                    .badData,
                    "\(folder.printable): the folder cannot be read (\(reason)), so its pictures were not checked; "
                        + "allow this user to read it, or name other folders."
                ))
            return
        }
        for name in names.sorted() { add(name, at: prefix + name) }
    }

    /// What was found in a folder: a picture by its name or else by its content, or not.
    private mutating func add(_ name: String, at path: String) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return unread.append(path) }
        if facts.st_mode & S_IFMT == S_IFDIR { return addAll(below: path) }
        if ImageFile.isPicture(name: name), !name.hasPrefix("._") { return pictures.append(path) }
        guard stat(path, &facts) == 0 else { return unread.append(path) }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: break
        // A link to a folder, which may lead back here.
        case S_IFDIR: return unread.append(path)
        default: return passedOver += 1
        }
        if (try? ImageFile.beginsAsPicture(path: path)) == true {
            pictures.append(path)
        } else if OtherFile.isNoPicture(name: name) {
            passedOver += 1
        } else {
            unread.append(path)
        }
    }
}

/// Files that lie beside pictures and are none.
enum OtherFile {
    /// - Parameter name: A file's name.
    /// - Returns: `true` for what a system or a camera puts into folders, hidden files, and lists, texts, sounds and films.
    static func isNoPicture(name: String) -> Bool {
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() ?? ""
        return name.hasPrefix(".") || names.contains(name.lowercased())
            || name.contains(".") && endings.contains(ending)
    }

    private static let names: Set = ["thumbs.db", "desktop.ini"]

    private static let endings: Set = [
        "aae", "css", "csv", "db", "doc", "docx", "eml", "htm", "html", "ini", "js", "json", "jsonl", "key", "log",
        "lnk",
        "m4a", "m4v", "md", "mov", "mp3", "mp4", "ods", "odt", "rtf", "sqlite", "toml", "tsv", "txt", "url", "wav",
        "xls",
        "xlsx", "xml", "xmp", "yaml", "yml",
    ]
}
