// What a hub's database holds.

/// The number of rows that were copied.
public struct HubContents: Hashable, Sendable {
    public let records: Int64
    public let boxes: Int64
    public let claims: Int64

    init(_ session: any SQLSession) throws {
        func count(_ table: String) throws -> Int64 {
            try session.row("SELECT count(*) FROM \(table)")?.integer(0) ?? 0
        }
        records = try count("record")
        boxes = try count("box")
        claims = try count("claim")
    }
}
