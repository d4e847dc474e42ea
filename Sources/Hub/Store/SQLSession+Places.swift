// Giving out the places in zones with a capacity.

import HubProtocol
import Ledger
import TicketSigning

extension HubSchema {
    /// What boxes have of the places in zones.
    static func places(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableEnd)
        return [
            // How many more people a box may let in after a line of its log: 0 and nothing for its beginning, -1 and
            // nothing if no line is known. turn: the number of the last answer that changed that. uncertain: 1 if
            // some of the places may be nobody's, see HeldPlaces.
            """
            CREATE TABLE IF NOT EXISTS place (
                event     \(bytes) NOT NULL,
                zone      TEXT NOT NULL,
                box       \(bytes) NOT NULL,
                places    \(integer) NOT NULL,
                turn      \(integer) NOT NULL,
                seq       \(integer) NOT NULL,
                chain     \(bytes) NOT NULL,
                heard_ms  \(integer) NOT NULL,
                uncertain \(integer) NOT NULL DEFAULT 0,
                PRIMARY KEY (event, zone, box)
            ) \(end)
            """
        ]
    }

    /// Adds whose places may be nobody's.
    static func uncertainPlaces(_ dialect: SQLDialect) -> [String] {
        ["ALTER TABLE place ADD COLUMN uncertain \(dialect.integer) NOT NULL DEFAULT 0"]
    }
}

/// The places in a zone that a box has, as far as the hub knows.
struct HeldPlaces: Sendable {
    let box: BoxID
    /// How many more people it may have let in after the line.
    var places: Int64
    /// The number of the last answer that changed that; 0 for none.
    var turn: Int64
    /// A line of its log; `nil` for its beginning, or if none is known.
    var line: LogPoint?
    /// Whether everyone who has entered after the line has used one of the places.
    var isCounted = true
    /// When it was heard, by the hub's wall clock.
    var heard: Int64
    /// Whether some of them may be nobody's: the box has missed the answer that gave them, or was told to hand them
    /// back.
    var isUncertain = false
}

/// How the places in a zone are divided among boxes.
///
/// Everyone inside has a place, and so has everyone whom a box may still let in without a question. The people inside
/// are those in the organiser's ledger. Whoever entered there after the line with which a box said how many places it
/// has, has used one of these. Where that is not certain he is counted twice; nobody is ever counted too little.
struct PlaceDivision {
    /// The places of boxes other than the one that asks.
    let others: [HeldPlaces]
    /// What the organiser's ledger knows; `nil` if it does not know the zone.
    let count: ZoneCount?
    /// Whether the hub was started a moment ago: then boxes say what they have, and get nothing.
    let isBeginning: Bool
    let now: Int64

    /// Who was heard within this time, in milliseconds, shares the places that are free.
    private static let presence: Int64 = 60_000
    /// The most places that a box gets because guests come fast.
    private static let mostWanted: Int64 = 50

    /// What a box is believed to have, and how many places it has from now on.
    struct Answer {
        let believed: HeldPlaces
        let places: Int64
        /// Whether there may be more, which are not given out yet; for a gate that closes, whether others cannot have
        /// all of its places yet.
        let isLater: Bool
    }

    /// Returns the answer to a box.
    ///
    /// - Parameters:
    ///   - request: What the box says that it has, and what it would like to have.
    ///   - before: What the hub believes that it has.
    /// - Returns: What the hub believes now, and how many places the box has from now on.
    func answer(_ request: Wire.PlaceRequest, before: HeldPlaces) -> Answer {
        var own = before
        // Those who come to a gate that closes need no places.
        own.heard = request.wanted == nil ? 0 : now
        guard let count, let capacity = count.capacity else {
            return Answer(believed: own, places: request.places, isLater: request.wanted != nil || count == nil)
        }
        let taken = others.reduce(Int64(count.inside)) { $0 + remaining($1) }
        // Nobody has more than he was given, unless the hub has forgotten that; then what all say fits.
        let most = isBeginning ? max(before.places, Int64(capacity) - taken) : before.places
        let believed = min(request.places, most)
        // What it said before may arrive late.
        let (line, last) = (request.line?.seq ?? 0, before.line?.seq ?? 0)
        if line >= last, isKnown(request.line, of: own.box) {
            (own.places, own.line, own.isCounted, own.isUncertain) = (believed, request.line, true, false)
        } else {
            // What it says is of use only together with what it has recorded until then.
            own.places = max(remaining(before), believed)
            if before.isCounted, let end = count.ends[own.box], end.seq > last { own.line = end }
        }
        let left = Int64(capacity) - taken - own.places
        let places = min(
            share(of: own, having: request.places, wanting: request.wanted, left: left),
            believed + (isOpen ? max(0, left) : 0))
        // What is nobody's is free once its line is known.
        let mayBeMore = !isOpen && left > 0 || own.isUncertain && own.places > believed
        own.places += max(0, places - believed)
        if places < believed { own.isUncertain = true }
        let isLater = request.wanted == nil ? own.places > 0 : mayBeMore
        return Answer(believed: own, places: max(0, places), isLater: isLater)
    }

    /// Returns how many people a box may still let in, as far as the ledger knows its entries.
    private func remaining(_ held: HeldPlaces) -> Int64 {
        held.isCounted ? max(0, held.places - (count?.entries[held.box] ?? 0)) : held.places
    }

    private func share(of own: HeldPlaces, having places: Int64, wanting wanted: Int64?, left: Int64) -> Int64 {
        guard let wanted else { return 0 }
        // More are inside than there may be, or will be: whoever has places gives them back.
        guard left >= 0 else { return places + left }
        let present = others.filter { now - $0.heard < Self.presence }
        let free = present.reduce(left + own.places) { $0 + remaining($1) }
        // Half of what is free is with the boxes, for the time without a hub; the rest is for those who need it.
        let fair = free / Int64(2 * (present.count + 1))
        let fitting = max(min(wanted, Self.mostWanted), fair)
        if fitting > places { return places + (isOpen ? min(left, fitting - places) : 0) }
        // Not each guest elsewhere moves places to and fro.
        return places > fitting + fitting / 4 ? fitting : places
    }

    /// Whether places may be given out: only while it is known what everybody has.
    private var isOpen: Bool { !isBeginning && others.allSatisfy { isKnown($0.line, of: $0.box) } }

    private func isKnown(_ line: LogPoint?, of box: BoxID) -> Bool { line == nil || count?.lines[box] == line }
}

extension SQLSession {
    /// Returns what boxes that were not revoked have of the places in a zone.
    func heldPlaces(in zone: String, of event: EventID) throws -> [HeldPlaces] {
        try rows(
            """
            SELECT place.box, places, turn, seq, chain, heard_ms, uncertain FROM place JOIN box ON box.id = place.box
            WHERE event = $1 AND zone = $2 AND box.revoked_ms = 0 ORDER BY place.box
            """,
            [event.sql, .text(zone)]
        ).map { row in
            let chain = RecordBytes(try row.bytes(4))
            return HeldPlaces(
                box: try row.identifier(0), places: try row.integer(1), turn: try row.integer(2),
                line: chain.bytes.isEmpty ? nil : LogPoint(seq: try row.integer(3), chain: chain),
                isCounted: try row.integer(3) >= 0, heard: try row.integer(5), isUncertain: try row.integer(6) == 1)
        }
    }

    /// Answers a box that says how many places it has.
    ///
    /// An answer that changes the places has a number, and the next request names it, so that neither a lost answer
    /// nor a late request counts places twice or not at all.
    ///
    /// - Parameters:
    ///   - request: What the box says, and what it would like to have.
    ///   - box: The box.
    ///   - zones: The organiser's ledger. It is read within this transaction: what it had when a box said something, it
    ///     still has.
    ///   - isBeginning: Whether the hub was started a moment ago.
    ///   - now: The hub's wall clock.
    /// - Returns: The answer; without places if the request does not follow the last answer.
    /// - Throws: ``HubError``, `LedgerError`.
    func places(
        _ request: Wire.PlaceRequest,
        by box: BoxID,
        counting zones: any ZoneRegister,
        isBeginning: Bool,
        now: Int64
    ) throws -> Wire.PlaceAnswer {
        let all = try heldPlaces(in: request.zone, of: request.event)
        var before =
            all.first { $0.box == box }
            ?? HeldPlaces(box: box, places: 0, turn: 0, line: nil, isCounted: false, heard: now)
        guard request.turn == before.turn else {
            before.isUncertain = true
            try store(before, in: request.zone, of: request.event)
            return Wire.PlaceAnswer(places: nil, turn: before.turn)
        }
        let others = all.filter { $0.box != box }
        var lines: [BoxID: LogPoint] = [:]
        for other in others { lines[other.box] = other.line }
        lines[box] = request.line
        let numbers = Dictionary(
            uniqueKeysWithValues: (others + [before]).filter(\.isCounted).map { ($0.box, $0.line?.seq ?? 0) })
        guard let zone = ZoneName(request.zone) else { throw HubError.damaged(column: 0) }
        let count = try zones.count(of: zone, in: request.event, lines: lines, entriesAfter: numbers)
        let division = PlaceDivision(
            others: others, count: count, isBeginning: isBeginning, now: now)
        let answer = division.answer(request, before: before)
        var own = answer.believed
        if answer.places != request.places { own.turn = before.turn + 1 }
        try store(own, in: request.zone, of: request.event)
        return Wire.PlaceAnswer(places: answer.places, turn: own.turn, later: answer.isLater)
    }

    private func store(_ held: HeldPlaces, in zone: String, of event: EventID) throws {
        try run(
            """
            INSERT INTO place (event, zone, box, places, turn, seq, chain, heard_ms, uncertain)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (event, zone, box) DO UPDATE SET
                places = excluded.places, turn = excluded.turn, seq = excluded.seq, chain = excluded.chain,
                heard_ms = excluded.heard_ms, uncertain = excluded.uncertain
            """,
            [
                event.sql, .text(zone), held.box.sql, .integer(held.places), .integer(held.turn),
                .integer(held.isCounted ? held.line?.seq ?? 0 : -1), .bytes(held.line?.chain.bytes ?? []),
                .integer(held.heard), .integer(held.isUncertain ? 1 : 0),
            ])
    }
}
