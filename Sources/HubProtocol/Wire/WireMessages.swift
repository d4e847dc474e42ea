// The messages between boxes and the hub; docs/hub.md and openapi.json describe them.

package import Admission
package import Ledger
package import TicketSigning

/// Requests and responses of the hub's API, in JSON.
package enum Wire {
    package struct Upload: Codable, Sendable {
        package let records: [WireRecord]
        package let cursor: String?
        /// The hub's history that the caller goes by, from an earlier answer.
        package let epoch: FeedCursor.Epoch?
        /// The revision in this epoch after which the caller reads on; absent if it reads nothing. Needs the epoch.
        @BoundedIfPresent<SequenceBounds> package private(set) var after: Int64?

        package init(records: [WireRecord], cursor: String?, epoch: FeedCursor.Epoch? = nil, after: Int64? = nil) {
            self.records = records
            self.cursor = cursor
            self.epoch = epoch
            self.after = after
        }
    }

    package struct UploadAnswer: Codable, Sendable {
        /// What the caller wanted to read, without the lines of its upload; absent if it wanted nothing.
        package let page: Page?
        package let results: [UploadResult]

        package init(results: [UploadResult], page: Page? = nil) {
            self.results = results
            self.page = page
        }
    }

    /// In JSON, the signatures with which bodies end are apart from them: see ``DetachedSignature``.
    package struct Page: Sendable {
        package let epoch: FeedCursor.Epoch
        /// The revision in this epoch after which the page begins.
        @Bounded<SequenceBounds> package private(set) var from: Int64
        @Bounded<SequenceBounds> package private(set) var rev: Int64
        package let more: Bool
        package let records: [WireRecord]

        package var end: FeedCursor { FeedCursor(epoch: epoch, rev: rev) }

        package init(epoch: FeedCursor.Epoch, from: Int64, rev: Int64, more: Bool, records: [WireRecord]) {
            self.epoch = epoch
            self.from = from
            self.rev = rev
            self.more = more
            self.records = records
        }
    }

    package struct Have: Codable, Sendable {
        package let epoch: FeedCursor.Epoch
        @Bounded<SequenceBounds> package private(set) var rev: Int64
        /// Whether all logs are in it; otherwise the caller's own that have grown since the position in the request.
        package let whole: Bool
        package let cursor: String
        package let relay: Bool
        package let logs: [Log]
        package let closed: [BoxID]

        package struct Log: Codable, Sendable {
            package let kind: RecordKind
            package let box: BoxID
            /// Lines that the hub has, each with all that it follows.
            package let points: [LogPoint]

            package init(kind: RecordKind, box: BoxID, points: [LogPoint]) {
                self.kind = kind
                self.box = box
                self.points = points
            }
        }

        package init(
            epoch: FeedCursor.Epoch,
            rev: Int64,
            whole: Bool = true,
            cursor: String,
            relay: Bool,
            logs: [Log],
            closed: [BoxID]
        ) {
            self.epoch = epoch
            self.rev = rev
            self.whole = whole
            self.cursor = cursor
            self.relay = relay
            self.logs = logs
            self.closed = closed
        }
    }

    /// A request for the right to record the next movement of a ticket.
    ///
    /// The movements of a ticket in a zone are numbered from 1 across all gates. A gate asks for the number after the
    /// last one it knows, so of two gates with the same knowledge exactly one gets it.
    package struct ClaimRequest: Codable, Hashable, Sendable {
        /// Identifies the request within the box: the same number is a retry of the same request.
        @Bounded<ClaimNumberBounds> package private(set) var number: Int64
        package let ticket: TicketID
        package let event: EventID
        /// The zone behind the gate.
        package let zone: String
        /// The position in the ticket's sequence for the zone.
        @Bounded<OrdinalBounds> package private(set) var ordinal: Int64
        package let kind: Claim.Kind
        package let gate: String
        /// The time on the box's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
        @Bounded<MomentBounds> package private(set) var at: Int64
        /// A logical time that the box's record will not exceed.
        @Bounded<LogicalTimeBounds> package private(set) var hlc: Int64

        package init(
            number: Int64,
            ticket: TicketID,
            event: EventID,
            zone: String,
            ordinal: Int64,
            kind: Claim.Kind,
            gate: String,
            at: Int64,
            hlc: Int64
        ) {
            self.number = number
            self.ticket = ticket
            self.event = event
            self.zone = zone
            self.ordinal = ordinal
            self.kind = kind
            self.gate = gate
            self.at = at
            self.hlc = hlc
        }
    }

    /// How many places in a zone with a capacity a box has, and how many it would like to have.
    package struct PlaceRequest: Codable, Hashable, Sendable {
        package let event: EventID
        package let zone: String
        /// How many more people the box may let in, after the last line of its log.
        @Bounded<PlacesBounds> package private(set) var places: Int64
        /// The last line of the box's log of scans; absent for none.
        package let line: LogPoint?
        /// The number of the answer that the places follow from; 0 for none.
        @Bounded<SequenceBounds> package private(set) var turn: Int64
        /// How many places the box would like to have; absent for a gate that closes, and hands all back.
        @BoundedIfPresent<PlacesBounds> package private(set) var wanted: Int64?

        package init(event: EventID, zone: String, places: Int64, line: LogPoint?, turn: Int64, wanted: Int64?) {
            self.event = event
            self.zone = zone
            self.places = places
            self.line = line
            self.turn = turn
            self.wanted = wanted
        }

        /// Whether the zone is 1 to 32 ASCII letters, digits or `-`, and a line has its number and chain value.
        package var isValid: Bool {
            ZoneName(zone) != nil && line.map { $0.seq >= 1 && $0.chain.bytes.count == LogPoint.length } ?? true
        }
    }

    package struct PlaceAnswer: Codable, Hashable, Sendable {
        /// How many places the box has from now on, if it still has what it said; absent if it has to ask again, after
        /// the answer with the number `turn`.
        @BoundedIfPresent<PlacesBounds> package private(set) var places: Int64?
        @Bounded<SequenceBounds> package private(set) var turn: Int64
        /// `true` if there may be more places, which the hub gives out later: it was started a moment ago, or lacks
        /// somebody's last scans; for a gate that closes, if others cannot have all of its places yet; absent
        /// otherwise.
        package let later: Bool?

        package init(places: Int64?, turn: Int64, later: Bool = false) {
            self.places = places
            self.turn = turn
            self.later = later ? true : nil
        }
    }

    package struct ClaimAnswer: Codable, Hashable, Sendable {
        /// Whether the box that asks holds the claim.
        package let won: Bool
        /// All other claims to the ticket in the zone, in order; if the box claims none, all of them. Together with the
        /// box's own ledger they give the ticket's present state.
        package let claims: [GrantedClaim]

        /// The right of one box to record one movement of a ticket.
        package struct GrantedClaim: Codable, Hashable, Sendable {
            @Bounded<OrdinalBounds> package private(set) var ordinal: Int64
            package let kind: Claim.Kind
            package let box: BoxID
            /// The box's own number for the claim.
            @Bounded<ClaimNumberBounds> package private(set) var number: Int64
            /// The name that people use for that box.
            package let name: String
            package let gate: String
            @Bounded<MomentBounds> package private(set) var at: Int64
            @Bounded<LogicalTimeBounds> package private(set) var hlc: Int64

            package init(
                ordinal: Int64,
                kind: Claim.Kind,
                box: BoxID,
                number: Int64,
                name: String,
                gate: String,
                at: Int64,
                hlc: Int64
            ) {
                self.ordinal = ordinal
                self.kind = kind
                self.box = box
                self.number = number
                self.name = name
                self.gate = gate
                self.at = at
                self.hlc = hlc
            }
        }

        package init(won: Bool, claims: [GrantedClaim]) {
            self.won = won
            self.claims = claims
        }
    }

    package struct Enrolment: Codable, Sendable {
        package let box: BoxID
        package let key: RecordBytes
        /// The public half of the code's key.
        package let code: RecordBytes
        /// The signature of ``Membership/proofMessage(for:)`` with the code's key: proves that the box has the code.
        package let proof: RecordBytes
        /// The signature of ``BoxProof`` with the key, which proves that the box has its private half.
        package let signature: RecordBytes

        package init(box: BoxID, key: RecordBytes, code: RecordBytes, proof: RecordBytes, signature: RecordBytes) {
            self.box = box
            self.key = key
            self.code = code
            self.proof = proof
            self.signature = signature
        }
    }

    package struct Box: Codable, Sendable {
        package let box: BoxID
        package let name: String
        package let key: RecordBytes
        package let revoked: Bool
        /// For a box that joins: its membership, if the organiser's root has signed one for its code.
        package let membership: InvitedMembership?

        package init(
            box: BoxID, name: String, key: RecordBytes, revoked: Bool, membership: InvitedMembership? = nil
        ) {
            self.box = box
            self.name = name
            self.key = key
            self.revoked = revoked
            self.membership = membership
        }
    }

    package struct Boxes: Codable, Sendable {
        package let boxes: [Box]

        package init(boxes: [Box]) {
            self.boxes = boxes
        }
    }

    package struct Keys: Codable, Sendable {
        package let keys: [Key]

        package struct Key: Codable, Sendable {
            package let event: EventID
            @Bounded<KeyEpochBounds> package private(set) var epoch: UInt32
            package let id: String
            /// A libsodium sealed box with a key file, for the requesting box.
            package let sealed: RecordBytes

            package init(event: EventID, epoch: UInt32, id: String, sealed: RecordBytes) {
                self.event = event
                self.epoch = epoch
                self.id = id
                self.sealed = sealed
            }
        }

        package init(keys: [Key]) {
            self.keys = keys
        }
    }

    /// An error response (RFC 9457).
    package struct Problem: Codable, Sendable {
        /// The type of problem, if a program handles it specially; otherwise absent.
        package var type: String?
        package let title: String
        package let status: Int
        package let detail: String
        /// For a revoked box, otherwise absent: the lines of memberships with which roots have revoked it.
        package let revocations: [String]?

        package init(
            type: String? = nil, title: String, status: Int, detail: String, revocations: [String]? = nil
        ) {
            self.type = type
            self.title = title
            self.status = status
            self.detail = detail
            self.revocations = revocations
        }
    }
}
