// A grant with the organiser's signature, and its text form.

/// A grant that the root which it names has signed, as the partner gets it. Whether that is the organiser's root is
/// known to boxes.
public struct SignedGrant: Hashable, Sendable {
    /// What was granted.
    public let grant: PartnerGrant
    /// The facts as they were signed.
    package let body: [UInt8]
    /// The root that signed it: 32 bytes, Ed25519 (RFC 8032).
    public let root: [UInt8]
    /// 64 bytes.
    package let signature: [UInt8]

    private static let prefix = "DCG1:"
    private static let version: UInt8 = 1

    fileprivate init(signing grant: PartnerGrant, by root: RootKey) {
        (self.grant, self.root) = (grant, root.publicKey)
        body = Self.body(of: grant, root: root.publicKey)
        signature = root.sign(Self.message(body))
    }

    /// Reads the facts that a root signs.
    ///
    /// - Parameter body: Their bytes.
    /// - Returns: The facts, and the root that they name.
    /// - Throws: ``PartnerGrantError`` if the facts contradict each other; ``GrantTextError`` if they are none.
    package static func facts(in body: [UInt8]) throws -> (grant: PartnerGrant, root: [UInt8]) {
        var reader = GrantReader(bytes: body[...])
        let (root, grant) = try reader.grant(version: Self.version)
        guard Self.body(of: grant, root: root) == body else { throw GrantTextError() }
        return (grant, root)
    }

    /// Parses the text form.
    ///
    /// - Parameter text: The content of a QR code.
    /// - Throws: ``GrantTextError`` if it is no grant, or one that was damaged; ``PartnerGrantError`` if a root has
    ///   signed facts that contradict each other.
    public init(text: String) throws {
        guard text.utf8.starts(with: Self.prefix.utf8),
            let bytes = try? Base45.decode(Substring(text.utf8.dropFirst(Self.prefix.utf8.count)))
        else { throw GrantTextError() }
        try self.init(
            body: bytes.dropLast(Ed25519.signatureByteCount), signature: bytes.suffix(Ed25519.signatureByteCount))
    }

    /// Creates a grant from what was signed.
    ///
    /// - Parameters:
    ///   - body: The facts.
    ///   - signature: 64 bytes.
    /// - Throws: As ``init(text:)``.
    package init(body: [UInt8], signature: [UInt8]) throws {
        (self.body, self.signature) = (body, signature)
        root = Array(body.dropFirst().prefix(Ed25519.keyByteCount))
        guard Ed25519.verifies(signature, of: Self.message(body), by: root) else { throw GrantTextError() }
        grant = try Self.facts(in: body).grant
    }

    /// The text for a file or a QR code, in characters of its alphanumeric mode.
    public var text: String { Self.prefix + Base45.encode(body + signature) }

    /// Returns what root signs.
    ///
    /// - Parameters:
    ///   - body: The facts of a grant.
    ///   - isRetired: Whether root takes it back.
    /// - Returns: The message.
    package static func message(_ body: [UInt8], retired isRetired: Bool = false) -> [UInt8] {
        Array((isRetired ? "doorcheck/grant-retired/v1\0" : "doorcheck/grant/v1\0").utf8) + body
    }

    fileprivate static func body(of grant: PartnerGrant, root: [UInt8]) -> [UInt8] {
        func name(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }
        func moment(_ seconds: Int64?) -> [UInt8] { UInt32(seconds ?? 0).bigEndianBytes }
        // In steps: as one expression, it takes the compiler seconds to find its types.
        var body: [UInt8] = [version] + root
        for part in [grant.event.bytes, grant.id.bytes, grant.publicKey] { body += part }
        for seconds in [grant.starts, grant.opens, grant.closes] { body += moment(seconds) }
        for text in [grant.partner, grant.eventName] { body += name(text) }
        body.append(UInt8(grant.ranges.count))
        for range in grant.ranges {
            body += range.numbers.lowerBound.bigEndianBytes
            body += range.numbers.upperBound.bigEndianBytes
            body += name(range.tier ?? "")
        }
        return body
    }
}

/// A text is not a grant, or was damaged.
public struct GrantTextError: Error, Hashable, Sendable {}

extension RootKey {
    /// Signs a grant.
    ///
    /// - Parameter grant: What the partner may sell.
    /// - Returns: The grant as the partner gets it.
    public func sign(_ grant: PartnerGrant) -> SignedGrant { SignedGrant(signing: grant, by: self) }

    /// Takes a grant back.
    ///
    /// - Parameter grant: A grant of this root.
    /// - Returns: The signature, 64 bytes.
    package func retire(_ grant: PartnerGrant) -> [UInt8] {
        sign(SignedGrant.message(SignedGrant.body(of: grant, root: publicKey), retired: true))
    }
}

/// Reads the facts of a grant in the only order in which they are written.
private struct GrantReader {
    var bytes: ArraySlice<UInt8>

    mutating func grant(version: UInt8) throws -> (root: [UInt8], grant: PartnerGrant) {
        guard try next(1).first == version else { throw GrantTextError() }
        let root = Array(try next(Ed25519.keyByteCount))
        guard let event = EventID(bytes: try next(EventID.byteCount)),
            let id = GrantID(bytes: try next(GrantID.byteCount))
        else { throw GrantTextError() }
        let publicKey = Array(try next(Ed25519.keyByteCount))
        let (starts, opens, closes) = (try moment(), try moment(), try moment())
        let (partner, eventName) = (try name(), try name())
        let ranges = try (0..<Int(try next(1).reduce(0, +))).map { _ in try range() }
        guard bytes.isEmpty else { throw GrantTextError() }
        let grant = try PartnerGrant(
            id: id, event: event, eventName: eventName, starts: starts, partner: partner, publicKey: publicKey,
            opens: opens, closes: closes, ranges: ranges)
        return (root, grant)
    }

    private mutating func range() throws -> PartnerGrant.Range {
        let (first, last) = (try number(), try number())
        guard first <= last else { throw GrantTextError() }
        let tier = try name()
        return PartnerGrant.Range(first...last, tier: tier.isEmpty ? nil : tier)
    }

    private mutating func moment() throws -> Int64? {
        let seconds = try number()
        return seconds == 0 ? nil : Int64(seconds)
    }

    private mutating func number() throws -> UInt32 { try next(4).reduce(0) { $0 << 8 | UInt32($1) } }

    private mutating func name() throws -> String {
        guard let text = String(validating: try next(Int(try next(1).reduce(0, +))), as: UTF8.self) else {
            throw GrantTextError()
        }
        return text
    }

    private mutating func next(_ count: Int) throws -> ArraySlice<UInt8> {
        guard bytes.count >= count else { throw GrantTextError() }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }
}
