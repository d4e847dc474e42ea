// A bundle as a file: signed by who made it, sealed for who takes it.

import FoundationEssentials
import Ledger
import TicketSigning

/// Writes and reads sync files; docs/sync.md has the format byte by byte.
public enum SyncFile {
    private static let magic = Array("DCSYNC1\n".utf8)
    private static let label = Array("doorcheck/sync-file/v1\0".utf8)
    private static let headerLimit = 4096
    private static let plainLimit = 1 << 30

    /// What is signed, and can be read by anybody.
    private struct Header: Codable {
        /// SHA-256 of the sealed body.
        let body: RecordBytes
        /// The length of the sealed body.
        let bytes: Int
        /// Who made it.
        let from: RecordBytes
        /// The length of the body when it is opened and decompressed.
        let plain: Int
        /// Who can open it.
        let to: RecordBytes
    }

    /// The first line of the body.
    private struct Opening: Codable {
        let end: ListCursor
        let made: Int64
        let standing: Standing
        let start: ListCursor?
    }

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - bundle: What is to be carried.
    ///   - key: Of who makes it.
    ///   - receiver: Who alone can open it.
    /// - Returns: All bytes of the file.
    /// - Throws: ``SyncFileError/noCryptography``.
    public static func seal(_ bundle: Bundle, by key: BoxKey, for receiver: BoxPublicKey) throws -> [UInt8] {
        let page = bundle.page
        let opening = Opening(end: page.end, made: bundle.made, standing: bundle.standing, start: page.start)
        var plain = try encode(opening)
        plain.append(UInt8(ascii: "\n"))
        for record in page.records {
            plain += try record.line()
            plain.append(UInt8(ascii: "\n"))
        }
        guard let body = ZstdFrame.pack(plain, level: 3).flatMap(receiver.seal) else {
            throw SyncFileError.noCryptography
        }
        let header = try encode(
            Header(
                body: RecordBytes(SHA256.hash(body)), bytes: body.count, from: RecordBytes(key.publicKey.bytes),
                plain: plain.count, to: RecordBytes(receiver.bytes)
            )
        )
        let length = withUnsafeBytes(of: UInt16(header.count).bigEndian) { Array($0) }
        return magic + length + header + key.sign(label + header) + body
    }

    /// Opens a file after checking who made it; nothing is decompressed before that.
    ///
    /// - Parameters:
    ///   - bytes: All of the file.
    ///   - path: For errors.
    ///   - key: Of who takes it.
    ///   - isTrusted: Whether files of a sender are taken.
    /// - Returns: What was carried.
    /// - Throws: ``SyncFileError``.
    public static func open(
        _ bytes: [UInt8],
        path: String,
        with key: BoxKey,
        trusting isTrusted: (BoxPublicKey) -> Bool
    ) throws -> Bundle {
        guard bytes.starts(with: magic), bytes.count > magic.count + 2 else {
            throw SyncFileError.notASyncFile(path: path)
        }
        let length = Int(bytes[magic.count]) << 8 | Int(bytes[magic.count + 1])
        let start = magic.count + 2
        guard length <= headerLimit, bytes.count >= start + length + 64 else { throw SyncFileError.damaged(path: path) }
        let text = Array(bytes[start..<start + length])
        let signature = Array(bytes[(start + length)..<(start + length + 64)])
        let body = Array(bytes[(start + length + 64)...])
        guard let header = try? JSONDecoder().decode(Header.self, from: Data(text)),
            let sender = BoxPublicKey(bytes: header.from.bytes), sender.verifies(signature, of: label + text),
            header.bytes == body.count, header.body.bytes == SHA256.hash(body)
        else { throw SyncFileError.damaged(path: path) }
        guard isTrusted(sender) else { throw SyncFileError.unknownSender(path: path, code: sender.code) }
        guard header.to.bytes == key.publicKey.bytes else { throw SyncFileError.forAnother(path: path) }
        guard header.plain <= plainLimit else { throw SyncFileError.tooLarge(path: path) }
        guard let plain = key.open(body).flatMap({ ZstdFrame.open($0, atMost: header.plain) }),
            plain.count == header.plain
        else {
            throw SyncFileError.damaged(path: path)
        }
        guard let bundle = try? bundle(plain) else { throw SyncFileError.unreadable(path: path) }
        return bundle
    }

    private static func bundle(_ plain: [UInt8]) throws -> Bundle {
        let lines = plain.split(separator: UInt8(ascii: "\n"))
        let opening = try JSONDecoder().decode(Opening.self, from: Data(lines.first ?? []))
        let records = try lines.dropFirst().map { try SharedRecord(line: Data($0)) }
        let page = SharedPage(start: opening.start, end: opening.end, records: records)
        return Bundle(standing: opening.standing, page: page, made: opening.made)
    }

    private static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
