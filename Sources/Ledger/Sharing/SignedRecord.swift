// A record with the signature of who wrote it, and as a line of text.

public import FoundationEssentials
import TicketSigning

/// A record with the signature of who wrote it, as it is sent.
public struct SignedRecord: Hashable, Sendable {
    /// The record.
    public let record: SharedRecord
    /// Ed25519, 64 bytes: for a version and a message by the box that wrote it, for a membership and a key by root. For
    /// a line of a log it is a `LineSignature` by the box that wrote it; otherwise `nil`.
    public let signature: RecordBytes?

    /// - Parameters:
    ///   - record: The record.
    ///   - signature: The signature of whoever wrote it.
    public init(_ record: SharedRecord, signature: RecordBytes?) {
        self.record = record
        self.signature = signature
    }
}

extension SignedRecord {
    private static let opening = Array(#","signature":""#.utf8)
    private static let closing = Array(#""}"#.utf8)
    /// The numbers of bytes that a signature has, as base64url: those of a line's.
    private static let lengths = (0...200).filter(LineSignature.isSignature).map { ($0 * 4 + 2) / 3 }

    /// Encodes the record's line with its signature as a third member: `{"kind":"…","record":{…},"signature":"…"}`.
    ///
    /// - Returns: UTF-8 without a line end.
    /// - Throws: `EncodingError`, never for a ledger's own records.
    public func line() throws -> Data {
        let line = try record.line()
        guard let signature else { return line }
        return line.dropLast() + Self.opening + signature.base64url.utf8 + Self.closing
    }

    /// Decodes a line.
    ///
    /// - Parameter line: A line without a line end; anything but the output of ``line()`` is refused.
    /// - Throws: As ``SharedRecord/init(line:)``.
    public init(line: Data) throws {
        let bytes = Array(line)
        // A record without a signature ends with two braces.
        guard let (start, signature) = Self.signature(endOf: bytes) else {
            self.init(try SharedRecord(line: line), signature: nil)
            return
        }
        let record = try SharedRecord(line: Data(bytes[..<start] + [UInt8(ascii: "}")]))
        guard record.place != nil || signature.bytes.count == Ed25519.signatureByteCount else {
            throw SharedRecord.notALine
        }
        self.init(record, signature: signature)
    }

    /// Returns the signature with which a line ends, and where its member begins; `nil` if there is none.
    private static func signature(endOf line: [UInt8]) -> (start: Int, signature: RecordBytes)? {
        guard line.suffix(closing.count).elementsEqual(closing) else { return nil }
        for length in lengths where line.count > opening.count + length + closing.count {
            let start = line.count - closing.count - length - opening.count
            guard line[start...].starts(with: opening) else { continue }
            let text = String(decoding: line[(start + opening.count)...].prefix(length), as: UTF8.self)
            return RecordBytes(base64url: text).map { (start, $0) }
        }
        return nil
    }
}
