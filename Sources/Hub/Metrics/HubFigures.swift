// What the hub reports of its boxes, records and events.

import Alerts
import HTTPSupport
import HubProtocol
import Ledger
import TicketSigning

/// Counts the hub's records seldom, since there may be millions.
actor RecordCounts {
    private let store: HubStore
    private var counts: [String: Int64] = [:]
    private var counted: ContinuousClock.Instant?

    /// How old the numbers may be.
    private static let age: Duration = .seconds(300)

    init(_ store: HubStore) { self.store = store }

    /// Returns the number of records by kind, which may be some minutes old.
    func current(at now: ContinuousClock.Instant) async throws -> [String: Int64] {
        if let counted, now - counted < Self.age { return counts }
        counted = now
        do { counts = try await store.recordCounts() } catch {
            counted = nil
            throw error
        }
        return counts
    }
}

extension HubStore {
    /// Returns the number of records by kind. Reads an index of all records.
    ///
    /// - Throws: ``HubError``.
    func recordCounts() async throws -> [String: Int64] {
        let rows = try await database.read { try $0.rows("SELECT kind, count(*) FROM record GROUP BY kind", []) }
        return Dictionary(try rows.map { (try $0.text(0), try $0.integer(1)) }) { $1 }
    }

    /// Returns the size of the database in bytes.
    ///
    /// - Throws: ``HubError``.
    func size() async throws -> Int64 {
        let statement = database.dialect.databaseSize
        return try await database.read { try $0.row(statement)?.integer(0) ?? 0 }
    }
}

extension HubService {
    /// What the boxes are to a monitoring system.
    private enum BoxState: String, CaseIterable {
        case active, silent, revoked
    }

    /// After this time without a request a box counts as silent: its open door asks the hub every half minute at least.
    static let silence: Int64 = 60_000

    /// Reads the metrics of boxes, records and the database.
    ///
    /// - Parameter own: The hub's own ledger, which needs no contact.
    /// - Returns: The metrics.
    /// - Throws: ``HubError``.
    func databaseFamilies(own: BoxID?) async throws -> [MetricFamily] {
        let (boxes, end) = (try await boxes().filter { $0.id != own }, try await store.newest())
        let scans = try await store.logState().ends
        let (moment, present) = (now(), boxes.filter { $0.revoked == nil })
        let states = Dictionary(grouping: boxes) { box -> BoxState in
            if box.revoked != nil { return .revoked }
            return moment - (box.contact ?? 0) > Self.silence ? .silent : .active
        }
        func seconds(_ milliseconds: Int64) -> Double { Double(milliseconds) / 1000 }
        return [
            MetricFamily(
                "hub_boxes", .gauge, "Boxes, by state; silent for a minute or more.",
                BoxState.allCases.map { .init(["state": $0.rawValue], states[$0]?.count ?? 0) }),
            MetricFamily(
                "hub_box_silence_seconds", .gauge, "Time since a box was last heard from.",
                present.compactMap { box in
                    box.contact.map { .init(["box": box.name], seconds(max(0, moment - $0))) }
                }),
            MetricFamily(
                "hub_box_clock_offset_seconds", .gauge, "How far a box's clock is ahead of the hub's.",
                present.filter { $0.contact != nil }.map { .init(["box": $0.name], seconds($0.skew)) }),
            MetricFamily(
                "hub_box_scans_waiting", .gauge, "Scans of a box that the hub does not have yet, as the box says.",
                present.map { box in
                    let here = scans[LogID(kind: .scan, box: box.id)]?.map(\.seq).max() ?? 0
                    return .init(["box": box.name], max(0, box.scans - here))
                }),
            MetricFamily(
                "hub_box_branches", .gauge,
                "Continuations of a box's scans; more than one if it was restored from a backup or cloned.",
                present.map { .init(["box": $0.name], scans[LogID(kind: .scan, box: $0.id)]?.count ?? 0) }),
            MetricFamily(
                "hub_records", .gauge, "Records, by kind; counted every five minutes.",
                try await counts.current(at: elapsed()).map { .init(["kind": $0], $1) }),
            MetricFamily("hub_revision", .gauge, "The number of the last change to the records.", [.init(end.rev)]),
            MetricFamily("hub_database_bytes", .gauge, "Size of the database.", [.init(try await store.size())]),
        ]
    }
}

extension MetricFamily {
    /// Returns the metrics of events.
    static func families(of events: [EventFigures]) -> [MetricFamily] {
        [
            MetricFamily(
                "hub_double_admissions", .gauge, "Admissions beyond a ticket's terms.",
                events.map { .init(["event": $0.event.slug], $0.doubles) }),
            MetricFamily(
                "hub_decided_alone", .gauge, "Entries and exits that a gate decided without the hub.",
                events.flatMap { event in
                    event.alone.map { .init(["event": event.event.slug, "gate": $0], $1) }
                }),
            MetricFamily(
                "hub_people_inside", .gauge, "People in a zone.",
                events.flatMap { event in
                    event.zones.map { .init(["event": event.event.slug, "zone": $0.name], $0.inside) }
                }),
            MetricFamily(
                "hub_zone_capacity", .gauge, "How many people may be in a zone.",
                events.flatMap { event in
                    event.zones.compactMap { zone in
                        zone.capacity.map { .init(["event": event.event.slug, "zone": zone.name], $0) }
                    }
                }),
        ]
    }
}
