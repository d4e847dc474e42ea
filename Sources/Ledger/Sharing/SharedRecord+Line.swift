// A record as a line of text, in canonical form.

public import FoundationEssentials

extension SharedRecord {
    /// Encodes the record as one JSON object: keys in the order of their code points, no spaces, absent rather than
    /// null; see docs/sync.md.
    ///
    /// - Returns: UTF-8 without a line end.
    /// - Throws: `EncodingError`, never for a ledger's own records.
    public func line() throws -> Data {
        if let plain = plainLine() { return Data(plain) }
        return try codedLine()
    }

    /// Encodes a ticket's or scan's line quickly, since there are many, unless it contains text that JSON escapes.
    private func plainLine() -> [UInt8]? {
        var writer = LineWriter(kind)
        switch self {
        case .ticket(let ticket): ticket.write(to: &writer)
        case .scan(let scan): scan.write(to: &writer)
        case .box, .membership, .event, .key, .grant, .message, .change: return nil
        }
        return writer.line()
    }

    /// Encodes any record's line.
    func codedLine() throws -> Data {
        switch self {
        case .box(let box): try Self.line(kind, box)
        case .membership(let membership): try Self.line(kind, membership)
        case .event(let event): try Self.line(kind, event)
        case .key(let key): try Self.line(kind, key)
        case .grant(let grant): try Self.line(kind, grant)
        case .message(let message): try Self.line(kind, message)
        case .change(let change): try Self.line(kind, change)
        case .ticket(let ticket): try Self.line(kind, ticket)
        case .scan(let scan): try Self.line(kind, scan)
        }
    }

    /// Decodes a line.
    ///
    /// - Parameter line: A line without a line end; anything but the output of ``line()`` is refused.
    /// - Throws: ``NumberOutOfRange``; `DecodingError`; ``LedgerError/refused(_:)`` if the record is not in canonical
    ///   form.
    public init(line: Data) throws {
        if let plain = Self(plain: Array(line)) {
            self = plain
            return
        }
        let decoder = JSONDecoder()
        guard let kind = Kind(ofLine: Array(line)) else { throw Self.notALine }
        self =
            switch kind {
            case .box: .box(try decoder.decode(Line.self, from: line).required())
            case .membership: .membership(try decoder.decode(Line.self, from: line).required())
            case .event: .event(try decoder.decode(Line.self, from: line).required())
            case .key: .key(try decoder.decode(Line.self, from: line).required())
            case .grant: .grant(try decoder.decode(Line.self, from: line).required())
            case .message: .message(try decoder.decode(Line.self, from: line).required())
            case .change: .change(try decoder.decode(Line.self, from: line).required())
            case .ticket: .ticket(try decoder.decode(Line.self, from: line).required())
            case .scan: .scan(try decoder.decode(Line.self, from: line).required())
            }
        guard try self.line() == line else { throw Self.notALine }
    }

    /// Decodes a ticket or scan in the form that ``plainLine()`` writes.
    private init?(plain line: [UInt8]) {
        if var reader = LineReader(line, .ticket) {
            guard let ticket = SharedTicket(&reader) else { return nil }
            self = .ticket(ticket)
        } else if var reader = LineReader(line, .scan) {
            guard let scan = SharedScan(&reader) else { return nil }
            self = .scan(scan)
        } else {
            return nil
        }
        guard plainLine() == line else { return nil }
    }

    static let notALine = LedgerError.refused(
        "A record is not in the form that a ledger writes, so nothing was imported.")

    private static func line(_ kind: Kind, _ body: some Codable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Line(kind: kind, record: body))
    }

    private struct Line<Body: Codable>: Codable {
        let kind: Kind
        var record: Body?

        func required() throws -> Body {
            guard let record else { throw LedgerError.refused("A record is empty, so nothing was imported.") }
            return record
        }
    }
}

extension SharedRecord.Kind: Codable {
    /// Reads the kind of a line, with which it begins; `nil` if it is none.
    public init?(ofLine line: [UInt8]) {
        let start = #"{"kind":""#.utf8
        guard line.starts(with: start) else { return nil }
        let name = line.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
        self.init(rawValue: String(decoding: name, as: UTF8.self))
    }
}
