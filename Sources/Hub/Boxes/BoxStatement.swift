// What a box tells of itself.

import HTTPTypes
import HubProtocol
import Hummingbird
import Ledger
import Sync
import TicketSigning

/// The gate and the program of a box, as its requests last said. They are not signed, like its clock.
public struct BoxStatement: Hashable, Sendable {
    /// The gate at which its door was last open; `nil` if it never was.
    public var gate: String?
    /// The version of its program; `nil` if it did not say.
    public var version: String?

    /// - Parameters:
    ///   - gate: The gate.
    ///   - version: The version.
    public init(gate: String? = nil, version: String? = nil) { (self.gate, self.version) = (gate, version) }

    /// What a request says; what is not a gate's name or a version is left out.
    init(_ request: Request) {
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }
        gate = header(SignatureHeader.gate).flatMap { GateName($0)?.text }
        version = header(SignatureHeader.version).flatMap { Self.isVersion($0) ? $0 : nil }
    }

    /// The longest version, in characters.
    private static let longestVersion = 40

    private static func isVersion(_ text: String) -> Bool {
        (1...longestVersion).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & ~0x20)
                return isPlain || ".+-~".utf8.contains(byte)
            }
    }
}

extension SQLSession {
    /// Notes a contact with a box, and what it says of itself; what it does not say stays as it was.
    ///
    /// - Parameter contact: The contact.
    /// - Throws: ``HubError``.
    func note(_ contact: BoxContact) throws {
        let said = contact.statement
        try run(
            "UPDATE box SET contact_ms = $1, skew_ms = $2 WHERE id = $3",
            [.integer(contact.at), .integer(contact.skew), contact.box.sql])
        for (column, text) in [("gate", said.gate), ("version", said.version)] {
            guard let text else { continue }
            try run("UPDATE box SET \(column) = $1 WHERE id = $2 AND \(column) <> $1", [.text(text), contact.box.sql])
        }
    }
}

/// A contact with a box.
struct BoxContact: Sendable {
    let box: BoxID
    /// The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    let at: Int64
    /// How far the box's clock is ahead, in milliseconds.
    let skew: Int64
    let statement: BoxStatement
}
