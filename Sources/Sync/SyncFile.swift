// A payload as a file, signed by its sender and sealed for its recipient.

import FoundationEssentials
import Ledger
import TicketSigning

/// Writes and reads sync files; docs/sync.md describes the format byte by byte.
public enum SyncFile {
    private static let magic = Array("DCSYNC1\n".utf8)
    private static let label = Array("doorcheck/sync-file/v1\0".utf8)
    private static let headerLimit = 4096
    private static let plainLimit = 1 << 30
    /// The maximum expansion ratio of a body: identifiers and chains do not compress to less than a tenth.
    private static let mostInflation = 64
    /// The allowance on top of that, for files with few records.
    private static let leastRoom = 1 << 20

    /// The signed part, readable by anyone.
    private struct Header: Codable {
        /// SHA-256 of the sealed body.
        let body: RecordBytes
        /// The length of the sealed body.
        @Bounded<ByteCountBounds> private(set) var bytes: Int
        /// The sender's key.
        let from: RecordBytes
        /// The length of the body once opened and decompressed.
        @Bounded<ByteCountBounds> private(set) var plain: Int
        /// The recipient's key.
        let to: RecordBytes
    }

    /// The first line of the body.
    private struct Preamble: Codable {
        let end: ListCursor
        @Bounded<LogicalTimeBounds> private(set) var made: Int64
        let versionVector: VersionVector
        let start: ListCursor?
    }

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - payload: The payload to carry.
    ///   - key: The sender's key.
    ///   - receiver: The only recipient that can open the file.
    /// - Returns: All bytes of the file.
    /// - Throws: ``SyncFileError/noCryptography``.
    public static func seal(_ payload: SyncPayload, by key: BoxKey, for receiver: BoxPublicKey) throws -> [UInt8] {
        guard let file = try seal(plain: try plain(of: payload), by: key, for: receiver) else {
            throw SyncFileError.noCryptography
        }
        return file
    }

    /// Returns a file's body before it is compressed: a line on its sender, then a line for each record.
    static func plain(of payload: SyncPayload) throws -> [UInt8] {
        let page = payload.page
        let opening = Preamble(
            end: page.end, made: payload.made, versionVector: payload.versionVector, start: page.start)
        var plain = try encode(opening)
        plain.append(UInt8(ascii: "\n"))
        for record in page.signed {
            plain += try record.line()
            plain.append(UInt8(ascii: "\n"))
        }
        return plain
    }

    /// Compresses, seals and signs a body; returns `nil` if a library fails.
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

    /// Opens a file after verifying its sender; nothing is decompressed before that.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - path: The file's path, for errors.
    ///   - key: The recipient's key.
    ///   - isTrusted: Whether files from a sender are accepted.
    /// - Returns: The payload.
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
            let payload = try reader.payload()
            // Nobody speaks in the name of another ledger.
            guard payload.versionVector.ledger == sender.box else { throw SyncFileError.damaged(path: path) }
            return payload
        } catch let error as SyncFileError {
            throw error
        } catch is BodyReader.TooLong {
            throw SyncFileError.damaged(path: path)
        } catch {
            throw SyncFileError.unreadable(path: path)
        }
    }

    /// Reads a body line by line as it is decompressed; only the records stay in memory.
    private struct BodyReader {
        /// The body is longer than the header states.
        struct TooLong: Error {}

        private let length: Int
        private var count = 0
        private var rest: [UInt8] = []
        private var opening: Preamble?
        private var records: [SignedRecord] = []
        private var unreadable: [SharedRecord.Kind: Int] = [:]

        /// - Parameter length: The length that the signed header states.
        init(length: Int) {
            self.length = length
        }

        /// Whether the whole body was read, to the end of a line.
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
                do {
                    records.append(try SignedRecord(line: Data(line)))
                } catch is NumberOutOfRange {
                    // One box's absurd record must not keep all others from sharing.
                    if let kind = SharedRecord.Kind(ofLine: line) { unreadable[kind, default: 0] += 1 }
                }
            }
        }

        /// - Throws: ``LedgerError/refused(_:)`` if the body has no line.
        func payload() throws -> SyncPayload {
            guard let opening else { throw LedgerError.refused("The file is empty.") }
            let page = SharedPage(start: opening.start, end: opening.end, signed: records, unreadable: unreadable)
            return SyncPayload(versionVector: opening.versionVector, page: page, made: opening.made)
        }
    }

    private static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
