// Tickets that another platform sold, at the desk.

import Ledger
import TestSupport
import Testing
import TicketSigning

@testable import Admission

struct ForeignTicketTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    func desk(_ door: TestDoor) async throws -> AdmissionDesk {
        AdmissionDesk(
            verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(), event: door.event,
            gate: .main
        )
    }

    func load(_ barcode: String, status: TicketStatus = .valid, into door: TestDoor) async throws {
        let event = door.event.id
        _ = try door.ledger.stageTickets(of: event) { add in
            try add(
                ImportedTicket(
                    line: 2, event: event, identity: ["barcode", barcode], person: nil, tier: nil, status: status,
                    holder: nil, reference: nil, admits: nil, note: nil, opens: nil, closes: nil, barcode: barcode
                )
            )
        }
        try await door.ledger.addStagedTickets(of: event, epoch: 1)
    }

    @Test("A listed barcode enters once, and the verdict says that nobody signed it")
    func onceOnly() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load("s3cret", into: door)
            let desk = try await desk(door)
            var dryRun = DryRun()
            let verdict = try await desk.decideWithoutRecording("s3cret", on: noon, in: &dryRun)
            #expect(verdict.reason == .admitted && verdict.isUnsigned)
            let first = try await desk.decide("s3cret", on: noon)
            #expect(first.reason == .admitted && first.isUnsigned)
            let second = try await desk.decide("s3cret", on: noon)
            #expect(second.reason == .alreadyUsed && second.isUnsigned)
            #expect(try await desk.decide("S3CRET", on: noon).reason == .notATicket)
            let signed = try await desk.decide(try await door.issue().code, on: noon)
            #expect(signed.reason == .admitted && !signed.isUnsigned)
        }
    }

    @Test("What the list says of a barcode's ticket counts at the door")
    func standing() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            for (status, code) in [(TicketStatus.unpaid, Reason.unpaid), (.revoked, .revoked), (.blocked, .blocked)] {
                try await load("code-\(status)", status: status, into: door)
                #expect(try await desk.decide("code-\(status)", on: noon).reason == code)
            }
        }
    }

    @Test("A text that looks like a ticket of ours never enters by the list")
    func ourPrefix() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load("DC1:FORGED", into: door)
            let verdict = try await desk(door).decide("DC1:FORGED", on: noon)
            #expect(verdict.answer == .refuse && verdict.ticket == nil)
        }
    }
}
