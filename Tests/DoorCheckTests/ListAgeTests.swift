// What the doctor says of the age of a list.

import Ledger
import TestSupport
import Testing
import TicketSigning

@testable import DoorConfiguration
@testable import DoorDiagnostics
@testable import DoorInstallation
@testable import DoorOutput
@testable import DoorTexts

struct ListAgeTests {
    private static let noon = Timestamp(milliseconds: 1_790_000_000_000)
    private static let hour: Int64 = 3_600_000

    /// What is said of the list, some hours after noon.
    private func finding(in folder: String, of event: Event, hours: Int64) async throws -> HealthCheckResult? {
        let settings = try Configuration(file: nil, environment: ["DOORCHECK_LEDGER": folder + "/ledger.sqlite"])
        let now = Timestamp(milliseconds: Self.noon.milliseconds + hours * Self.hour)
        let context = try CommandContext(settings, for: .reading, as: "doorcheck doctor")
        let examination = DoorHealthCheck(context: context, event: event, now: now)
        return await examination.findings().first { $0.subject == "list" }
    }

    @Test("A list is as old as its last import, and after a day it is to be brought again")
    func imported() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            _ = try await door.issue()
            #expect(try await finding(in: folder, of: door.event, hours: 0)?.finding == "tickets: 1")
            try await door.ledger.noteListing(of: door.event.id, on: Timestamp(milliseconds: 0))
            try await door.ledger.noteListing(of: door.event.id, on: Self.noon)
            #expect(try await finding(in: folder, of: door.event, hours: 24)?.level == .ok)
            let old = try await finding(in: folder, of: door.event, hours: 25)
            #expect(old?.level == .warning)
            #expect(old?.finding == "tickets: 1, as of \(Self.noon.localTime(seenFrom: Timestamp(milliseconds: 0)))")
            #expect(old?.advice?.contains("doorcheck ticket import") == true)
        }
    }

    @Test("A list that was compared with another ledger's is of then")
    func synced() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            _ = try await door.issue()
            try await door.ledger.noteListing(of: door.event.id, on: Timestamp(milliseconds: 0))
            let hub = VersionVector(
                ledger: .random(), name: "hub", end: ListCursor(epoch: .random(), lists: 0, tickets: 0), pulled: nil,
                highWaterMarks: [])
            _ = try await door.ledger.note(hub, on: Self.noon)
            #expect(try await finding(in: folder, of: door.event, hours: 1)?.level == .ok)
        }
    }
}
