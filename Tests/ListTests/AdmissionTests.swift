// Columns on which admission depends: what is taken from them, and what only a person can decide.

import Testing

@testable import TicketLists

struct AdmissionTests {
    @Test(
        "Refunds, payments and cancellations count whatever column tells of them",
        arguments: [
            ("Refunded", "Yes", "No"), ("Payment", "Refunded", "Paid"), ("Canceled At", "2026-06-01 10:00", ""),
            ("Payment status", "Refunded", "Paid"), ("Refunded at", "2026-06-01", ""),
            ("Storniert am", "01.06.2026", ""),
            ("Attendee status", "Not Attending", "Attending"), ("RSVP", "No", "Yes"),
            ("RSVP status", "Declined", "Going"),
            ("Annulé", "oui", "non"), ("Återbetald", "Ja", "Nej"), ("Statut", "Annulé", "Validé"),
            ("Order status", "cancelled", "closed"), ("Ticket status", "Voided", "Booked"), ("Peruttu", "kyllä", "ei"),
        ])
    func standings(title: String, bad: String, good: String) throws {
        let read = try ListFile("name,barcode,\(title)\nAda,K1,\(good)\nBo,K2,\(bad)\n")
        #expect(read.faults.isEmpty)
        #expect(read.entries.map(\.standing).last == .withdrawn, "\(title)")
        #expect(read.entries.first.map { $0.standing ?? .valid } == .valid, "\(title)")
    }

    @Test("The worst of several columns counts, also where two of them mean the same")
    func several() throws {
        let read = try ListFile(
            "name,status,ticket status,refunded,canceled at\na,valid,valid,no,\nb,valid,void,no,\nc,valid,,yes,\nd,valid,,,2026-01-01\n"
        )
        #expect(read.entries.map(\.standing) == [.valid, .withdrawn, .withdrawn, .withdrawn])
    }

    @Test(
        "Status words of the platforms are known",
        arguments: [
            ("closed", ListEntry.Standing.valid), ("OK", .valid), ("Validé", .valid), ("Booked", .valid),
            ("Attended", .valid), ("No Show", .valid), ("Going", .valid), ("ended", .valid), ("Bekräftad", .valid),
            ("partially_paid", .unpaid), ("Waitlist", .unpaid), ("Wait-listed", .unpaid), ("Maybe", .unpaid),
            ("authorized", .unpaid), ("Invited", .unpaid), ("disputed", .unpaid), ("Warteliste", .unpaid),
            ("Not going", .withdrawn), ("Annullerad", .withdrawn), ("refusé", .withdrawn), ("Peruttu", .withdrawn),
            ("partially refunded", .valid),
        ])
    func words(word: String, standing: ListEntry.Standing) throws {
        #expect(try ListFile("name,status\nAda,\(word)\n").entries.map(\.standing) == [standing])
    }

    @Test("A yes and a no are words of a reply, and of a payment")
    func yesAndNo() throws {
        #expect(try ListFile("name,status\na,Yes\nb,No\n").entries.map(\.standing) == [.valid, .withdrawn])
        #expect(try ListFile("name,paid\na,Yes\nb,No\n").entries.map(\.standing) == [.valid, .unpaid])
        #expect(
            try ListFile("name,rsvp\na,Yes\nb,No\nc,\nd,Waitlist\n").entries.map(\.standing)
                == [.valid, .withdrawn, .unpaid, .unpaid])
    }

    @Test("A quantity that is on every row of its order lets one in by each")
    func repeatedQuantity() throws {
        let read = try ListFile(
            "order,name,barcode,quantity\nA1,Ada,K1,3\nA1,Bo,K2,3\nA1,Cy,K3,3\nA2,Dee,K4,1\nA3,Eve,K5,2\nA3,Fay,K6,2\n")
        #expect(read.entries.map { $0.admits ?? 1 } == [1, 1, 1, 1, 1, 1])
        let lines = try ListFile("order,name,barcode,quantity\nA1,Ada,K1,3\nA2,Bo,K2,2\nA3,Cy,K3,1\n")
        #expect(lines.entries.map(\.admits) == [3, 2, 1])
    }
}
