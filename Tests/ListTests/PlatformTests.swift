// Shops and platforms whose lists need a decision, or tell the same in other words.

import Testing

@testable import TicketLists

struct PlatformTests {
    private func options(only: [(column: String, value: String)] = [], ignored: [String] = []) -> TicketList.Options {
        var options = TicketList.Options()
        (options.only, options.ignored) = (only, ignored)
        return options
    }

    private func read(_ name: String, _ options: TicketList.Options = .init()) throws -> ListFile {
        try ListFile.export(name, options: options)
    }

    @Test("A shop's order list is not taken before somebody says which products are tickets")
    func shopifyAsks() throws {
        let read = try read("shopify.csv")
        #expect(read.list.mapping.layout.name == "Shopify order export")
        let stops = read.stops
        #expect(stops.count == 1)
        #expect(
            stops.first?.contains("\"Summer Night - Regular\" (5), \"T-shirt - M\" (1), \"T-shirt - S\" (1)") == true)
        #expect(stops.first?.contains("--only \"Lineitem name=Summer Night - Regular\"") == true)
        var options = TicketList.Options()
        options.columns = [.tier: "Lineitem name"]
        #expect(try self.read("shopify.csv", options).stops.isEmpty)
    }

    @Test("A shop's order has its buyer's name, its own status on every row, and as many people as were bought")
    func shopify() throws {
        let read = try read("shopify.csv", options(only: [("Lineitem name", "summer night -  Regular")]))
        #expect(read.stops.isEmpty && read.faults.isEmpty)
        #expect(read.entries.map(\.name) == ["Ada Okello", "Bo Diallo", "Cy Berg", "Dee Ito", "Eve Haile"])
        #expect(read.entries.map(\.status) == [.valid, .withdrawn, .unpaid, .withdrawn, .valid])
        #expect(read.entries.map(\.admits) == [2, 1, 1, 1, 3])
        #expect(read.entries.map(\.note) == [nil, nil, nil, nil, "partly refunded"])
        #expect(read.entries.first?.reference == "ada@example.org #1001")
        #expect(read.entries.allSatisfy { $0.barcode == nil })
        #expect(read.remarks.contains { $0.description.hasPrefix("2 rows excluded by --only (lines 3 and 4)") })
    }

    @Test("The two order lists of WooCommerce are read line by line, and what was refunded does not enter")
    func wooCommerce() throws {
        let lines = try read("woocommerce-lines.csv")
        #expect(lines.list.mapping.layout.name == "WooCommerce order lines")
        #expect(lines.stops.isEmpty && lines.faults.isEmpty)
        #expect(lines.entries.map(\.name) == ["Priya Shah", "Zoë García", "Sefa Novak", "Ivo Okello"])
        #expect(lines.entries.map(\.status) == [.valid, .withdrawn, .unpaid, .withdrawn])
        #expect(lines.entries.map(\.admits) == [2, nil, 1, nil])
        #expect(lines.entries.first?.identity == ["position", "411", "1"])
        let suite = try read("woocommerce-suite.csv")
        #expect(suite.list.mapping.layout.name == "WooCommerce order lines")
        #expect(suite.stops.isEmpty && suite.faults.isEmpty)
        #expect(suite.entries.map(\.status) == [.valid, .withdrawn])
        #expect(suite.entries.map(\.admits) == [2, 1])
    }

    @Test("A refund of some of the goods is asked about where no status tells of it")
    func refundedAmount() throws {
        let read = try ListFile("name,barcode,Refunded amount\nAda,K1,0.00\nBo,K2,20.00\n")
        #expect(read.stops.first?.contains("an amount in 1 row") == true)
        #expect(try ListFile("name,barcode,Refunded amount\nAda,K1,0.00\nBo,K2,\n").remarks.isEmpty)
        var options = TicketList.Options()
        options.columns = [.cancelled: "Refunded amount"]
        let refused = try ListFile("name,barcode,Refunded amount\nAda,K1,0.00\nBo,K2,20.00\n", options: options)
        #expect(refused.entries.map(\.status) == [nil, .withdrawn] && refused.stops.isEmpty)
    }

    @Test("The guests who come along with a member of a group are let in with them")
    func meetup() throws {
        let read = try read("meetup.tsv")
        #expect(read.list.mapping.layout.name == "Meetup attendee list")
        #expect(read.entries.map(\.status) == [.valid, .withdrawn, .unpaid])
        #expect(read.entries.map(\.admits) == [3, 1, 1])
        #expect(read.stops.isEmpty && read.faults.isEmpty)
    }

    @Test("No ticket lets in more than a thousand people, whoever comes along")
    func crowd() throws {
        let read = try ListFile("name,quantity,plus ones\nAda,600,600\nBo,1,999\nCy,1,1000\nDee,2,1\n")
        #expect(read.faults.map(\.line) == [2, 4])
        #expect(read.entries.map(\.admits) == [1000, 3])
    }

    @Test(
        "A number that no list has is a fault of its row, and nothing is calculated with it",
        arguments: [Int.max, Int.min, Int.max - 1, 1 << 53])
    func absurd(_ number: Int) throws {
        for columns in ["plus ones", "quantity", "quantity,plus ones"] {
            let values = columns == "quantity,plus ones" ? "1,\(number)" : "\(number)"
            let read = try ListFile("name,\(columns)\nAda,\(values)\n")
            #expect(read.faults.map(\.line) == [2], "\(columns)")
            #expect(read.entries.isEmpty)
        }
    }

    @Test("Guests whom the platform checked in are counted, and enter once here")
    func checkedIn() throws {
        let humanitix = try read("humanitix.csv").remarks.filter { $0.weight == .warning }.map(\.description)
        #expect(humanitix.contains { $0.hasPrefix("Column J \"Checked in\" is not used: 1 ticket checked in") })
        let source = try read("ticketsource.csv").remarks.filter { $0.weight == .warning }.map(\.description)
        #expect(source.contains { $0.hasPrefix("1 row with a status that says the guest was checked in") })
        #expect(try ListFile("name,barcode,checked in\nAda,K1,false\nBo,K2,\nCy,K3,No\n").remarks.isEmpty)
    }
}
