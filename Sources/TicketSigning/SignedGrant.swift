// A grant with the organiser's signature, and its text form.

/// A grant that the organiser's root has signed, as the partner gets it.
public struct SignedGrant: Hashable, Sendable {
    /// What was granted.
    public let grant: PartnerGrant
    /// The facts as they were signed.
    package let body: [UInt8]
    /// The first 4 bytes of the id of the root that signed it; whose they are has to be checked.
    package let rootID: KeyID
    /// 64 bytes.
    package let signature: [UInt8]

    private static let prefix = "DCG1:"
    private static let version: UInt8 = 1

    fileprivate init(signing grant: PartnerGrant, by root: RootKey) {
        self.grant = grant
        rootID = KeyID(ofPublicKey: root.publicKey)
        body = Self.body(of: grant, rootID: rootID)
        signature = root.sign(Self.message(body))
    }

    /// Creates a grant from its parts.
    ///
    /// - Parameters:
    ///   - body: The facts as they were signed.
    ///   - signature: 64 bytes.
    /// - Throws: ``PartnerGrantError`` if the facts contradict each other; ``GrantTextError`` if they are none.
    package init(body: [UInt8], signature: [UInt8]) throws {
        guard signature.count == Ed25519.signatureByteCount else { throw GrantTextError() }
        (grant, rootID) = try Self.facts(in: body)
        (self.body, self.signature) = (body, signature)
    }

    /// Reads the facts that a root signs.
    ///
    /// - Parameter body: Their bytes.
    /// - Returns: The facts, and the first 4 bytes of the id of the root.
    /// - Throws: ``PartnerGrantError`` if the facts contradict each other; ``GrantTextError`` if they are none.
    package static func facts(in body: [UInt8]) throws -> (grant: PartnerGrant, rootID: KeyID) {
        var reader = GrantReader(bytes: body[...])
        let (rootID, grant) = try reader.grant(version: Self.version)
        guard Self.body(of: grant, rootID: rootID) == body else { throw GrantTextError() }
        return (grant, rootID)
    }

    /// Parses the text form.
    ///
    /// - Parameter text: A file or the content of a QR code; a line end after it is ignored.
    /// - Throws: ``PartnerGrantError`` if the facts contradict each other; ``GrantTextError`` if it is no grant, or one
    ///   that was damaged.
    public init(text: String) throws {
        let line = text.hasSuffix("\n") ? text.dropLast() : text[...]
        guard line.utf8.starts(with: Self.prefix.utf8),
            let bytes = try? Base45.decode(Substring(line.utf8.dropFirst(Self.prefix.utf8.count)))
        else { throw GrantTextError() }
        try self.init(
            body: bytes.dropLast(Ed25519.signatureByteCount), signature: bytes.suffix(Ed25519.signatureByteCount))
    }

    /// The text for a file or a QR code, in characters of its alphanumeric mode.
    public var text: String { Self.prefix + Base45.encode(body + signature) }

    /// Returns whether a root has signed the grant.
    ///
    /// - Parameter root: The organiser's public key.
    /// - Returns: Whether it has.
    public func isSigned(by root: [UInt8]) -> Bool {
        KeyID(ofPublicKey: root) == rootID && Ed25519.verifies(signature, of: Self.message(body), by: root)
    }

    /// Returns what root signs.
    ///
    /// - Parameters:
    ///   - body: The facts of a grant.
    ///   - isRetired: Whether root takes it back.
    /// - Returns: The message.
    package static func message(_ body: [UInt8], retired isRetired: Bool = false) -> [UInt8] {
        Array((isRetired ? "doorcheck/grant-retired/v1\0" : "doorcheck/grant/v1\0").utf8) + body
    }

    fileprivate static func body(of grant: PartnerGrant, rootID: KeyID) -> [UInt8] {
        func name(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }
        func moment(_ seconds: Int64?) -> [UInt8] { UInt32(seconds ?? 0).bigEndianBytes }
        return [version] + rootID.bytes + grant.event.bytes + grant.id.bytes + grant.publicKey
            + moment(grant.opens) + moment(grant.closes) + name(grant.partner) + name(grant.eventName)
            + [UInt8(grant.ranges.count)]
            + grant.ranges.flatMap {
                $0.numbers.lowerBound.bigEndianBytes + $0.numbers.upperBound.bigEndianBytes + name($0.tier ?? "")
            }
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
        sign(SignedGrant.message(SignedGrant.body(of: grant, rootID: KeyID(ofPublicKey: publicKey)), retired: true))
    }
}

/// Reads the facts of a grant in the only order in which they are written.
private struct GrantReader {
    var bytes: ArraySlice<UInt8>

    mutating func grant(version: UInt8) throws -> (rootID: KeyID, grant: PartnerGrant) {
        guard try next(1).first == version, let rootID = KeyID(bytes: try next(KeyID.byteCount)),
            let event = EventID(bytes: try next(EventID.byteCount)),
            let id = GrantID(bytes: try next(GrantID.byteCount))
        else { throw GrantTextError() }
        let publicKey = Array(try next(Ed25519.keyByteCount))
        let (opens, closes) = (try moment(), try moment())
        let (partner, eventName) = (try name(), try name())
        let ranges = try (0..<Int(try next(1).reduce(0, +))).map { _ in try range() }
        guard bytes.isEmpty else { throw GrantTextError() }
        let grant = try PartnerGrant(
            id: id, event: event, eventName: eventName, partner: partner, publicKey: publicKey, opens: opens,
            closes: closes, ranges: ranges)
        return (rootID, grant)
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
