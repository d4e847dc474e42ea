// Guest lists as organisers write them.

import Testing

@testable import TicketLists

struct GuestListTests {
    func list(_ text: String) throws -> [Guest] {
        try GuestList(CSVTable(Array(text.utf8))).guests
    }

    @Test("Columns are found by their header, whatever their order and case")
    func columns() throws {
        let guests = try list("Tier,E-Mail,Name,Admits,Other\nVIP,a@b,Aarti Shah,2,x\n,,Zoë,,\n")
        #expect(
            guests == [
                Guest(name: "Aarti Shah", reference: "a@b", tier: "VIP", admits: 2), Guest(name: "Zoë"),
            ]
        )
    }

    @Test("All faults are told at once, each with line and column, none with what the field holds")
    func faults() throws {
        let error = #expect(throws: GuestListError.self) { try list("name,admits\nA,0\nB,2\nC,many\nD,1001\n") }
        #expect(
            error?.faults == [2, 4, 5].map { GuestListError.Fault.badCount(line: $0, column: "admits") }
        )
        #expect(error?.faults.allSatisfy { !$0.description.contains("many") } == true)
    }

    @Test("A list without a header, or without guests, is refused")
    func noHeader() {
        #expect(throws: GuestListError(faults: [.noHeader(line: 1)])) { try list("Aarti Shah,a@b\n") }
        #expect(throws: GuestListError(faults: [.empty])) { try list("name\n") }
        #expect(throws: GuestListError(faults: [.empty])) { try list("") }
    }
}
