// Reading a grant as the partner got it.

import DoorOutput
import DoorTexts
import QRReader
import Scanner
import TicketSigning

/// A grant's file, or a picture of its QR code.
enum GrantFile {
    /// More than any grant has, in bytes.
    private static let mostBytes = 8192

    /// Reads a grant.
    ///
    /// - Parameter path: A text file, or a picture of any kind that `doorcheck read` takes.
    /// - Returns: The grant; whether the organiser has signed it is known to boxes.
    /// - Throws: ``FileError``; ``CommandError`` if it is no grant, or was damaged.
    static func read(_ path: String) async throws -> SignedGrant {
        let start = try SmallFile.read(path, atMost: mostBytes)
        let text = String(validating: start, as: UTF8.self)
        if let text, text.hasPrefix("DCG1:") { return try grant(in: text, from: path) }
        let batch = PictureBatch(paths: [path], workers: 1, limits: ImageLimits(), decoding: .outOfProcess)
        var texts: [String] = []
        try await batch.read { picture in
            if case .success(let codes) = picture.codes { texts += codes.compactMap(\.text) }
        }
        guard let text = texts.first(where: { $0.hasPrefix("DCG1:") }) else {
            throw CommandError(
                .badData,
                "\(path.printable) is neither a grant nor a picture of one: name the file that the organiser sent.")
        }
        return try grant(in: text, from: path)
    }

    private static func grant(in text: String, from path: String) throws -> SignedGrant {
        do {
            return try SignedGrant(text: text)
        } catch is GrantTextError {
            throw CommandError(.badData, "The grant in \(path.printable) is damaged: ask the organiser for it again.")
        } catch let error as PartnerGrantError {
            throw CommandError(.badData, "The grant in \(path.printable) cannot be used: \(error)")
        }
    }
}
