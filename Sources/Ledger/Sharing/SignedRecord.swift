// A record with the signature of who wrote it, and as a line of text.

public import FoundationEssentials
import TicketSigning

/// A record with the signature of who wrote it, as it is sent.
public struct SignedRecord: Hashable, Sendable {
    /// The record.
    public let record: SharedRecord
    /// Ed25519, 64 bytes: for a line of a log, a version and a message by the box that wrote it, for a membership by
    /// root; otherwise `nil`.
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
    /// 64 bytes as base64url.
    private static let length = 86

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
        let member = bytes.suffix(Self.opening.count + Self.length + Self.closing.count)
        // A record without a signature ends with two braces.
        guard member.count < bytes.count, member.starts(with: Self.opening),
            member.suffix(Self.closing.count).elementsEqual(Self.closing),
            let signature = RecordBytes(
                base64url: String(
                    decoding: member.dropFirst(Self.opening.count).prefix(Self.length), as: UTF8.self))
        else {
            self.init(try SharedRecord(line: line), signature: nil)
            return
        }
        let record = Data(bytes.dropLast(member.count) + [UInt8(ascii: "}")])
        self.init(try SharedRecord(line: record), signature: signature)
    }
}
