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
    /// How many times its size a body may be when it is opened: identifiers and chains do not shrink to less than a tenth.
    private static let mostInflation = 64
    /// What is added to that, for files of a few records.
    private static let leastRoom = 1 << 20

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
    private struct Preamble: Codable {
        let end: ListCursor
        let made: Int64
        let versionVector: VersionVector
        let start: ListCursor?
    }

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - payload: What is to be carried.
    ///   - key: Of who makes it.
    ///   - receiver: Who alone can open it.
    /// - Returns: All bytes of the file.
    /// - Throws: ``SyncFileError/noCryptography``.
    public static func seal(_ payload: SyncPayload, by key: BoxKey, for receiver: BoxPublicKey) throws -> [UInt8] {
        let page = payload.page
        let opening = Preamble(
            end: page.end, made: payload.made, versionVector: payload.versionVector, start: page.start)
        var plain = try encode(opening)
        plain.append(UInt8(ascii: "\n"))
        for record in page.records {
            plain += try record.line()
            plain.append(UInt8(ascii: "\n"))
        }
        guard let file = try seal(plain: plain, by: key, for: receiver) else { throw SyncFileError.noCryptography }
        return file
    }

    /// Packs, seals and signs a body; `nil` where a library fails.
    static func seal(plain: [UInt8], by key: BoxKey, for receiver: BoxPublicKey) throws -> [UInt8]? {
        guard let body = ZstdFrame.pack(plain, level: 3).flatMap(receiver.seal) else { return nil }
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
    ) throws -> SyncPayload {
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
        let room = min(plainLimit, leastRoom + body.count * mostInflation)
        guard header.plain <= room else { throw SyncFileError.tooLarge(path: path) }
        guard let packed = key.open(body) else { throw SyncFileError.damaged(path: path) }
        var reader = BodyReader(length: header.plain)
        do {
            guard try ZstdFrame.open(packed, { try reader.take($0) }), reader.isComplete else {
                throw SyncFileError.damaged(path: path)
            }
            return try reader.payload()
        } catch let error as SyncFileError {
            throw error
        } catch is BodyReader.TooLong {
            throw SyncFileError.damaged(path: path)
        } catch {
            throw SyncFileError.unreadable(path: path)
        }
    }

    /// Reads a body line by line as it is opened; what is in memory are the records.
    private struct BodyReader {
        /// There is more than the header says.
        struct TooLong: Error {}

        private let length: Int
        private var count = 0
        private var rest: [UInt8] = []
        private var opening: Preamble?
        private var records: [SharedRecord] = []

        /// - Parameter length: As the signed header says.
        init(length: Int) {
            self.length = length
        }

        /// Whether all of it was there, to the end of a line.
        var isComplete: Bool { count == length && rest.isEmpty }

        mutating func take(_ piece: ArraySlice<UInt8>) throws {
            count += piece.count
            guard count <= length else { throw TooLong() }
            var start = piece.startIndex
            while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
                try take(line: rest + piece[start..<end])
                rest.removeAll()
                start = end + 1
            }
            rest += piece[start...]
        }

        private mutating func take(line: [UInt8]) throws {
            if opening == nil {
                opening = try JSONDecoder().decode(Preamble.self, from: Data(line))
            } else {
                records.append(try SharedRecord(line: Data(line)))
            }
        }

        /// - Throws: ``LedgerError/refused(_:)`` for a body without a line.
        func payload() throws -> SyncPayload {
            guard let opening else { throw LedgerError.refused("The file holds nothing.") }
            let page = SharedPage(start: opening.start, end: opening.end, records: records)
            return SyncPayload(versionVector: opening.versionVector, page: page, made: opening.made)
        }
    }

    private static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
