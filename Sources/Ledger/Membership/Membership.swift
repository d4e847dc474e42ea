// Which boxes belong to an organiser, and what they may do.

import FoundationEssentials
public import TicketSigning

/// The organiser's root key, 32 bytes of Ed25519, which signs all memberships.
public typealias Root = RecordBytes

extension Root {
    /// Eight digits that two people can compare by voice: the start of the key's SHA-256.
    public var rootCode: String { ComparisonCode.text(for: "doorcheck/root-code/v1\0", of: bytes) }
}

/// What root allows whoever has a key: a box, or a joining code that the organiser hands to a box.
public struct MembershipTerms: Hashable, Sendable, Codable {
    /// The key, 32 bytes of Ed25519.
    public let key: RecordBytes
    /// Whether it is the key of a joining code.
    public let invites: Bool?
    /// The member's name for people.
    public let name: String
    /// What the member may do, as in ``BoxRole``; other roles are for newer versions.
    public let role: String
    /// The staff actions that it permits, as in ``MemberAction``, in the order of their bytes; absent for all that the
    /// role allows. Those of newer versions permit nothing here.
    public let actions: [String]?
    /// The events that it takes part in, in ascending order; absent for all.
    public let events: [EventID]?
    /// The tiers of the tickets that it may add as a desk, in the order of their bytes; absent for all.
    public let tiers: [String]?
    /// Of two memberships of one box, that with the greater serial is valid: hybrid logical time.
    @Bounded<LogicalTimeBounds> public private(set) var serial: Int64
    /// When the membership begins, in milliseconds since 1970 UTC.
    @Bounded<MomentBounds> public private(set) var start: Int64
    /// What of the box still counts after it was revoked; absent for a member in good standing.
    public let revoked: Revocation?
    /// The root that signs.
    public let root: Root

    /// - Parameters:
    ///   - key: The key of the box, or of the joining code; 32 bytes.
    ///   - isInvitation: Whether it is the key of a joining code.
    ///   - name: The member's name for people; 1 to 64 characters.
    ///   - rights: What the member may do.
    ///   - serial: Greater than that of every earlier membership: hybrid logical time.
    ///   - start: When the membership begins.
    ///   - revoked: What of the box still counts; `nil` for a member in good standing.
    ///   - root: The root that signs; 32 bytes.
    public init(
        key: [UInt8],
        isInvitation: Bool = false,
        name: String,
        rights: MemberRights,
        serial: Int64,
        start: Timestamp,
        revoked: Revocation? = nil,
        root: [UInt8]
    ) {
        self.key = RecordBytes(key)
        invites = isInvitation ? true : nil
        self.name = name
        role = rights.role.rawValue
        actions = rights.actions.map(Self.sorted)
        events = rights.events?.sorted()
        tiers = rights.tiers.map(Self.sorted)
        self.revoked = revoked
        self.root = Root(root)
        _serial = Bounded(wrappedValue: serial)
        _start = Bounded(wrappedValue: start.milliseconds)
    }

    /// What root signs: `doorcheck/membership/v1`, a zero byte, and the terms as JSON with keys in the order of their
    /// code points and no spaces.
    func message() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array("doorcheck/membership/v1\0".utf8) + Array(try encoder.encode(self))
    }

    /// Returns whether root signed the terms.
    ///
    /// - Parameter signature: 64 bytes; anything else is no signature.
    /// - Returns: Whether it did; whether it is the right root is another question.
    public func isSigned(_ signature: RecordBytes?) -> Bool {
        guard let signature, let message = try? message() else { return false }
        return Ed25519.verifies(signature.bytes, of: message, by: root.bytes)
    }

    var isSound: Bool {
        key.bytes.count == Ed25519.keyByteCount && root.bytes.count == Ed25519.keyByteCount && invites != false
            && (1...64).contains(name.unicodeScalars.count) && (events.map { $0 == Set($0).sorted() } ?? true)
            && Self.areSound(actions) && Self.areSound(tiers)
            && role.utf8.count <= 64 && revoked?.isSound != false
    }
}

/// The membership of a box: signed by root for the box, or for a joining code that has signed the box's key.
public struct Membership: Hashable, Sendable, Codable {
    /// The box's key, 32 bytes of Ed25519.
    public let key: RecordBytes
    /// The box's signature of the joining code's key, so that nobody else can use a code in its name; absent if root
    /// signed for the box itself.
    public let consent: RecordBytes?
    /// The signature of the box's key by that of the joining code; absent if root signed for the box itself.
    public let proof: RecordBytes?
    /// What root signed.
    public let terms: MembershipTerms

    /// The box, whose identifier follows from its key.
    public var box: BoxID { BoxID(ofKey: key.bytes) }
    /// What the box may do; `nil` for a role of a newer version.
    public var role: BoxRole? { BoxRole(rawValue: terms.role) }

    /// The joining code that the box used, as the identifier that follows from its key; `nil` if root signed for the
    /// box itself.
    public var code: BoxID? { proof.map { _ in BoxID(ofKey: terms.key.bytes) } }
    /// Whether it ends a joining code: no box is a member by it, whenever it used the code.
    public var endsCode: Bool { terms.invites == true && proof == nil }

    /// Creates a membership that root signs for the box itself, or the end of a joining code.
    ///
    /// - Parameter terms: What root signs.
    public init(_ terms: MembershipTerms) {
        (key, consent, proof) = (terms.key, nil, nil)
        self.terms = terms
    }

    /// Creates the membership of a box that used a joining code.
    ///
    /// - Parameters:
    ///   - key: The box's key; 32 bytes.
    ///   - consent: The signature of ``consentMessage(for:)`` by the box.
    ///   - proof: The signature of ``proofMessage(for:)`` by the key of the joining code.
    ///   - terms: What root signed.
    public init(key: [UInt8], consent: [UInt8], proof: [UInt8], terms: MembershipTerms) {
        self.key = RecordBytes(key)
        self.consent = RecordBytes(consent)
        self.proof = RecordBytes(proof)
        self.terms = terms
    }

    /// What a box signs that uses a joining code: `doorcheck/consent/v1`, a zero byte, and the code's key.
    ///
    /// - Parameter code: The key of the joining code.
    /// - Returns: The message.
    public static func consentMessage(for code: [UInt8]) -> [UInt8] { Array("doorcheck/consent/v1\0".utf8) + code }

    /// What the key of a joining code signs: `doorcheck/join/v1`, a zero byte, and the box's key.
    ///
    /// - Parameter key: The box's key.
    /// - Returns: The message.
    public static func proofMessage(for key: [UInt8]) -> [UInt8] { Array("doorcheck/join/v1\0".utf8) + key }

    /// Returns whether the root that the terms name gave the box this membership.
    ///
    /// - Parameter signature: The signature of the terms.
    /// - Returns: Whether it did.
    /// - Complexity: Verifies at most three signatures, 63 µs each.
    public func isSigned(_ signature: RecordBytes?) -> Bool {
        guard isSound, terms.isSigned(signature) else { return false }
        guard let proof, let consent else { return true }
        return Ed25519.verifies(proof.bytes, of: Self.proofMessage(for: key.bytes), by: terms.key.bytes)
            && Ed25519.verifies(consent.bytes, of: Self.consentMessage(for: terms.key.bytes), by: key.bytes)
    }

    /// Whether a ledger could have written it.
    var isSound: Bool {
        terms.isSound && key.bytes.count == Ed25519.keyByteCount
            && (proof == nil) == (consent == nil)
            && (proof == nil ? key == terms.key : terms.invites == true)
            // The end of a code has nothing that could still count.
            && (!endsCode || terms.revoked.map { $0.scans.isEmpty && $0.changes.isEmpty } == true)
    }
}

extension RootKey {
    /// Signs a box's membership.
    ///
    /// - Parameter terms: The membership; its root is this one.
    /// - Returns: 64 bytes.
    /// - Throws: `EncodingError`, never for terms of this version.
    public func sign(_ terms: MembershipTerms) throws -> RecordBytes {
        RecordBytes(sign(try terms.message()))
    }
}
