// A record as a line of text, the same wherever it is written.

public import FoundationEssentials

extension SharedRecord {
    /// The record as one JSON object: keys in the order of their code points, no spaces, absent rather than null; see
    /// docs/sync.md.
    ///
    /// - Returns: UTF-8 without a line end.
    /// - Throws: `EncodingError`, never for a ledger's own records.
    public func line() throws -> Data {
        switch self {
        case .box(let box): try Self.line(kind, box)
        case .event(let event): try Self.line(kind, event)
        case .key(let key): try Self.line(kind, key)
        case .message(let message): try Self.line(kind, message)
        case .change(let change): try Self.line(kind, change)
        case .ticket(let ticket): try Self.line(kind, ticket)
        case .scan(let scan): try Self.line(kind, scan)
        }
    }

    /// Reads a line.
    ///
    /// - Parameter line: Without a line end; anything but what ``line()`` writes is refused.
    /// - Throws: `DecodingError`; ``LedgerError/refused(_:)`` for another way of writing a record.
    public init(line: Data) throws {
        let decoder = JSONDecoder()
        self =
            switch try decoder.decode(Line<Nothing>.self, from: line).kind {
            case .box: .box(try decoder.decode(Line.self, from: line).required())
            case .event: .event(try decoder.decode(Line.self, from: line).required())
            case .key: .key(try decoder.decode(Line.self, from: line).required())
            case .message: .message(try decoder.decode(Line.self, from: line).required())
            case .change: .change(try decoder.decode(Line.self, from: line).required())
            case .ticket: .ticket(try decoder.decode(Line.self, from: line).required())
            case .scan: .scan(try decoder.decode(Line.self, from: line).required())
            }
        guard try self.line() == line else {
            throw LedgerError.refused("A record is not written as a ledger writes it, so nothing was taken.")
        }
    }

    private static func line(_ kind: Kind, _ body: some Codable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Line(kind: kind, record: body))
    }

    private struct Line<Body: Codable>: Codable {
        let kind: Kind
        var record: Body?

        func required() throws -> Body {
            guard let record else { throw LedgerError.refused("A record is empty, so nothing was taken.") }
            return record
        }
    }

    private struct Nothing: Codable {}
}

extension SharedRecord.Kind: Codable {}
