// Whether a quantity is the row's or the order's.

import Testing

@testable import TicketLists

struct QuantityTests {
    private let header = "Order,Email,Ticket type,Quantity,Barcode\n"

    @Test("A quantity of each kind that is on every row of its kind lets one in by each")
    func kinds() throws {
        let rows = ["VIP,2,K1", "VIP,2,K2", "Reg,3,K3", "Reg,3,K4", "Reg,3,K5"].map { "501,a@e,\($0)\n" }.joined()
        let read = try ListFile(header + rows + "502,b@e,Reg,1,K6\n")
        #expect(read.stops.isEmpty && read.entries.map { $0.admits ?? 1 } == [1, 1, 1, 1, 1, 1], "\(read.remarks)")
        // Two kinds with the same quantity.
        let alike = ["VIP,2,K1", "VIP,2,K2", "Reg,2,K3", "Reg,2,K4"].map { "501,a@e,\($0)\n" }.joined()
        #expect(try ListFile(header + alike).entries.map { $0.admits ?? 1 } == [1, 1, 1, 1])
        // The order's quantity, over two kinds.
        let whole = ["VIP,3,K1", "Reg,3,K2", "Reg,3,K3"].map { "501,a@e,\($0)\n" }.joined()
        #expect(try ListFile(header + whole).entries.map { $0.admits ?? 1 } == [1, 1, 1])
    }

    @Test("A row for each kind of an order has its own quantity")
    func rowsOfKinds() throws {
        let read = try ListFile(header + "501,a@e,VIP,2,K1\n501,a@e,Reg,3,K2\n502,b@e,Reg,4,K3\n")
        #expect(read.stops.isEmpty && read.entries.map(\.admits) == [2, 3, 4], "\(read.remarks)")
    }

    @Test("Without orders and addresses, as many rows in sequence as their quantity says are asked about")
    func withoutOrders() throws {
        let asked = try ListFile("Name,Quantity,Barcode\nAda,3,K1\nAda,3,K2\nAda,3,K3\n")
        #expect(asked.stops.count == 1, "\(asked.remarks)")
        let mixed = try ListFile("Name,Quantity,Barcode\nAda,3,K1\nBo,2,K2\nCy,1,K3\nDi,3,K4\n")
        #expect(mixed.stops.isEmpty && mixed.entries.map(\.admits) == [3, 2, 1, 3])
        // Without codes a row is a party.
        let parties = try ListFile("Name,Quantity\nAda,2\nBo,2\nCy,1\n")
        #expect(parties.stops.isEmpty && parties.entries.map(\.admits) == [2, 2, 1])
    }
}
