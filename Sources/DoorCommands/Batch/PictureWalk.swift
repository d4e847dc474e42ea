// The pictures that make up a batch.

import DoorOutput
import DoorTexts
import FoundationEssentials
import Glibc
import Organising
import Scanner

/// The pictures that command-line paths refer to: files as named, and all pictures below folders.
struct PictureWalk {
    private(set) var pictures: [String] = []
    /// Files in folders that are not readable pictures or could not be examined, with reasons.
    private(set) var unread: [Unread] = []
    /// The number of files in folders that are certainly not pictures.
    private(set) var passedOver = 0
    /// One sentence for each path that could not be found or listed.
    private(set) var problems: [CommandError] = []

    /// A file in a folder that was not read.
    struct Unread {
        let path: String
        let reason: Reason

        /// Why the file was not read.
        enum Reason: Hashable {
            case noPicture, zip, empty, nameNotUTF8, linkToFolder, system(errno: Int32)
        }
    }

    /// - Parameters:
    ///   - paths: Files, folders, or `-` for a list of either on standard input.
    ///   - list: A file with one path per line, or `-` for standard input.
    /// - Throws: ``CommandError`` if a list cannot be read.
    init(_ paths: [String], listedIn list: String? = nil) throws {
        var named = ArgumentNames()
        for path in paths {
            if path == "-" {
                try addLines(of: path)
            } else if let name = named.escaped(path) {
                addNameNotUTF8(name)
            } else {
                add(path)
            }
        }
        if let list { try addLines(of: list) }
    }

    private var foundCount: Int { pictures.count + problems.count + unread.count }

    private mutating func addLines(of list: String) throws {
        let before = foundCount
        for line in PathList.paths(in: try InputFile.read(list)) {
            if let path = String(validating: line, as: UTF8.self) {
                add(path)
            } else {
                addNameNotUTF8(FolderNames.escaped(line))
            }
        }
        guard foundCount == before else { return }
        let name = list == "-" ? "on standard input" : list.printable
        problems.append(CommandError(.noInput, "The list \(name) is empty; expected one path per line."))
    }

    private mutating func addNameNotUTF8(_ name: String) {
        problems.append(CommandError(.badData, "\(name): \(ImageFileError.nameNotUTF8)"))
    }

    private mutating func add(_ path: String) {
        guard let facts = FileFacts(path) else {
            let (code, reason) = (errno, String(cString: strerror(errno)))
            let trouble = "\(path.printable): \(reason); expected a picture or a folder."
            return problems.append(CommandError(ExitStatus(ImageFileError.cannotRead(errno: code)), trouble))
        }
        guard facts.kind == .folder else { return pictures.append(path) }
        let before = foundCount
        addAll(below: path)
        guard foundCount == before else { return }
        problems.append(
            CommandError(.noInput, "\(path.printable): there is no picture in this folder (\(Self.kinds))."))
    }

    /// The formats that this build reads, such as `JPEG, PNG, WebP, GIF or PNM`.
    private static var kinds: String {
        let names = ["JPEG", "PNG", "WebP", "GIF", "PNM"] + BuiltParts.names
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    private static let mostNamed = 20

    /// The messages about ``unread``: one sentence per reason, naming the first files.
    var complaints: [String] {
        var groups: [(reason: Unread.Reason, paths: [String])] = []
        for file in unread {
            if let place = groups.firstIndex(where: { $0.reason == file.reason }) {
                groups[place].paths.append(file.path)
            } else {
                groups.append((file.reason, [file.path]))
            }
        }
        return groups.map { reason, paths in
            let more = paths.count > Self.mostNamed ? " and \(paths.count - Self.mostNamed) more" : ""
            let list = paths.prefix(Self.mostNamed).map(\.printable).joined(separator: ", ")
            return Self.sentence(reason, count: paths.count) + ": \(list)\(more)."
        }
    }

    private static func sentence(_ reason: Unread.Reason, count: Int) -> String {
        let isOne = count == 1
        let files = "\("file".counted(count)) \(isOne ? "was" : "were") not read"
        return switch reason {
        case .noPicture: "\(files), since \(isOne ? "it is" : "they are") no \(kinds)"
        case .zip:
            "\("ZIP file".counted(count)) in a folder \(isOne ? "was" : "were") not opened; name "
                + "\(isOne ? "it" : "them") on the command line"
        case .empty: "\(files), since \(isOne ? "it is" : "they are") empty"
        case .nameNotUTF8:
            "\(isOne ? "1 name is" : "\(count) names are") not UTF-8, so what \(isOne ? "it names" : "they name") "
                + "was not "
                + "read; rename \(isOne ? "it" : "them")"
        case .linkToFolder:
            "\(isOne ? "1 link to a folder was" : "\(count) links to folders were") not followed; name the "
                + (isOne ? "folder itself" : "folders themselves")
        case .system(let code): "\(files) (\(String(cString: strerror(code))))"
        }
    }

    /// Adds everything below a folder, sorted by name so that batches are reproducible; does not follow links to
    /// folders.
    private mutating func addAll(below folder: String) {
        let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        let found: FolderNames
        do throws(ImageFileError) {
            found = try FolderNames(of: folder)
        } catch {
            let reason = if case .cannotRead(let code) = error { String(cString: strerror(code)) } else { "\(error)" }
            problems.append(
                CommandError(
                    .badData,
                    "\(folder.printable): the folder cannot be read (\(reason)), so its pictures were not checked; "
                        + "allow this user to read it, or name other folders."
                ))
            return
        }
        for name in found.names.sorted() { add(name, at: prefix + name) }
        for name in found.otherNames.sorted() { leave(prefix + name, .nameNotUTF8) }
    }

    private mutating func leave(_ path: String, _ reason: Unread.Reason) {
        unread.append(Unread(path: path, reason: reason))
    }

    /// Classifies a folder entry as a picture, by its name or else its content, or as something else.
    private mutating func add(_ name: String, at path: String) {
        guard let entry = FileFacts(path, followsLink: false) else { return leave(path, .system(errno: errno)) }
        if entry.kind == .folder { return addAll(below: path) }
        if ImageFile.isPicture(name: name), !name.hasPrefix("._") { return addPicture(path) }
        guard let facts = FileFacts(path) else { return leave(path, .system(errno: errno)) }
        switch facts.kind {
        case .regular: break
        // A link to a folder, which may form a cycle.
        case .folder: return leave(path, .linkToFolder)
        case .other: return passedOver += 1
        }
        do throws(ImageFileError) {
            if try ImageFile.beginsAsPicture(path: path) { return pictures.append(path) }
            leaveOther(name, path, PicturePlace.isZip(name) ? .zip : .noPicture)
        } catch {
            leaveOther(name, path, Self.reason(error))
        }
    }

    /// Adds a picture recognised by its name, unless it is a link to a folder.
    private mutating func addPicture(_ path: String) {
        if FileFacts(path)?.kind == .folder { return leave(path, .linkToFolder) }
        pictures.append(path)
    }

    private mutating func leaveOther(_ name: String, _ path: String, _ reason: Unread.Reason) {
        if OtherFile.isNoPicture(name: name) { passedOver += 1 } else { leave(path, reason) }
    }

    private static func reason(_ error: ImageFileError) -> Unread.Reason {
        switch error {
        case .cannotRead(let code): .system(errno: code)
        case .empty: .empty
        default: .noPicture
        }
    }
}

/// A list of paths: one per line, or separated by NUL bytes as in the output of `find -print0`.
enum PathList {
    /// - Parameter bytes: The list.
    /// - Returns: The paths, without line ends and byte order mark. NUL-separated paths are not changed.
    static func paths(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        guard !bytes.contains(0) else { return bytes.split(separator: 0) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes[(bytes.starts(with: mark) ? mark.count : 0)...].split(separator: UInt8(ascii: "\n"))
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
            .filter { !$0.isEmpty }
    }
}

/// Finds the arguments of the program that are not UTF-8: Swift repairs them, which makes them name a different file.
private struct ArgumentNames {
    /// The original bytes by repaired argument, in order.
    private var bytes: [String: [[UInt8]]] = [:]

    init() {
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let raw = UnsafeRawBufferPointer(start: argument, count: strlen(argument)).map(\.self)
            bytes[String(decoding: raw, as: UTF8.self), default: []].append(raw)
        }
    }

    /// - Parameter path: An argument; repeated calls return the next argument with the same repaired form.
    /// - Returns: The argument in printable form if it was not UTF-8.
    mutating func escaped(_ path: String) -> String? {
        guard let first = bytes[path]?.first else { return nil }
        bytes[path]?.removeFirst()
        return String(validating: first, as: UTF8.self) == nil ? FolderNames.escaped(first) : nil
    }
}
