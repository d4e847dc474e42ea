// Grants as files.

import DoorOutput
import DoorTexts
import Glibc
import QRReader
import Scanner
import TicketPrinting
import TicketSigning

/// A grant's file, or a picture of its QR code.
enum GrantFile {
    /// More than any grant has, in bytes.
    private static let mostBytes = 16_384

    /// Reads a grant.
    ///
    /// - Parameter path: A text file, whatever white space was added to it on the way, or a picture of any kind that
    ///   `doorcheck read` takes.
    /// - Returns: The grant, as the root that it names has signed it.
    /// - Throws: ``FileError``; ``CommandError`` if it is no grant, or was damaged.
    static func read(_ path: String) async throws -> SignedGrant {
        let start = try SmallFile.read(path, atMost: mostBytes)
        if let grant = try text(in: start).map({ try grant(in: $0, from: path) }) { return grant }
        let batch = PictureBatch(
            pictures: [.file(path: path)], workers: 1, limits: ImageLimits(), decoding: .outOfProcess)
        var texts: [String] = []
        try await batch.read { picture in
            if case .success(let codes) = picture.codes { texts += codes.compactMap(\.text) }
        }
        guard let text = texts.first(where: { $0.hasPrefix(prefix) }) else {
            throw CommandError(
                .badData,
                "\(path.printable) is neither a grant nor a picture of one: name the file that the organiser sent, "
                    + "which ends in .grant, or a PNG or JPEG picture of its QR code.")
        }
        return try grant(in: text, from: path)
    }

    /// Writes a grant to a new file, and its QR code to a PNG picture next to it.
    ///
    /// - Parameters:
    ///   - grant: A grant.
    ///   - path: The file; `-` for standard output, and no picture.
    /// - Throws: ``FileError``, `PrintingError`; ``CommandError`` if one of the files exists. Neither is left then.
    static func write(_ grant: SignedGrant, to path: String) throws {
        let text = Array((grant.text + "\n").utf8)
        guard path != "-" else { return try Terminal.output(text) }
        try OutputFolder.check(for: path)
        for name in [path, path + ".png"] where access(name, F_OK) == 0 {
            throw CommandError(
                .badData, "\(name.printable) already exists: name another file with --output, or move it away.")
        }
        try OutputFile.save(text, to: path)
        do {
            try OutputFile.save(QRSymbol(text: grant.text, errorCorrection: .medium).png(), to: path + ".png")
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Returns the name of a file for a grant that does not exist yet: `campus-shop.grant`, or with its numbers.
    static func name(for grant: PartnerGrant) -> String {
        let name = slug(of: grant)
        let first = grant.ranges.first?.numbers.lowerBound ?? 0
        let last = grant.ranges.last?.numbers.upperBound ?? 0
        let paths = ["\(name).grant", "\(name)-\(first)-\(last).grant", "\(name)-\(grant.id).grant"]
        return paths.first { access($0, F_OK) != 0 && access($0 + ".png", F_OK) != 0 } ?? paths[2]
    }

    /// The beginning of files that belong to a partner: `campus-shop`.
    static func slug(of grant: PartnerGrant) -> String {
        let words = grant.partner.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let slug = words.joined(separator: "-").prefix(40)
        return slug.isEmpty ? "partner" : String(slug)
    }

    private static let prefix = "DCG1:"

    /// Returns the text of a grant in a file; `nil` for a file of another kind.
    private static func text(in bytes: [UInt8]) -> String? {
        let decoded =
            bytes.starts(with: [0xFF, 0xFE])
            ? String(
                decoding: stride(from: 2, to: bytes.count - 1, by: 2).map {
                    UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
                }, as: UTF16.self) : String(decoding: bytes, as: UTF8.self)
        let text = decoded.filter { !$0.isNewline && $0 != "\u{FEFF}" }
        let start = text.drop { $0 == " " || $0 == "\t" || $0 == "\"" }
        return start.hasPrefix(prefix) ? String(start) : nil
    }

    private static func grant(in text: String, from path: String) throws -> SignedGrant {
        // A grant may end in a space of its own; others are added on the way.
        let bare = String(text.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\"" }.reversed())
        for form in [text, bare, bare + " "] {
            do {
                return try SignedGrant(text: form)
            } catch let error as PartnerGrantError {
                throw CommandError(.badData, "The grant in \(path.printable) cannot be used: \(error)")
            } catch {}
        }
        throw CommandError(
            .badData,
            "The grant in \(path.printable) is incomplete or was changed on the way: ask the organiser to send the "
                + "file as an attachment, or a picture of its QR code.")
    }
}
