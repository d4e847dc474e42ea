// Columns on which admission depends: what is taken from them, and what only a person can decide.

import CEmbedded
import Testing

@testable import TicketLists

struct DecidingColumnTests {
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
    func statuses(title: String, bad: String, good: String) throws {
        let read = try ListFile("name,barcode,\(title)\nAda,K1,\(good)\nBo,K2,\(bad)\n")
        #expect(read.faults.isEmpty)
        #expect(read.entries.map(\.status).last == .withdrawn, "\(title)")
        #expect(read.entries.first.map { $0.status ?? .valid } == .valid, "\(title)")
    }

    @Test("The worst of several columns counts, also where two of them mean the same")
    func several() throws {
        let read = try ListFile(
            "name,status,ticket status,refunded,canceled "
                + "at\na,valid,valid,no,\nb,valid,void,no,\nc,valid,,yes,\nd,valid,,,2026-01-01\n"
        )
        #expect(read.entries.map(\.status) == [.valid, .withdrawn, .withdrawn, .withdrawn])
    }

    @Test(
        "Status words of the platforms are known",
        arguments: [
            ("closed", ListEntry.Status.valid), ("OK", .valid), ("Validé", .valid), ("Booked", .valid),
            ("Attended", .valid), ("No Show", .valid), ("Going", .valid), ("ended", .valid), ("Bekräftad", .valid),
            ("partially_paid", .unpaid), ("Waitlist", .unpaid), ("Wait-listed", .unpaid), ("Maybe", .unpaid),
            ("authorized", .unpaid), ("Invited", .unpaid), ("disputed", .unpaid), ("Warteliste", .unpaid),
            ("Not going", .withdrawn), ("Annullerad", .withdrawn), ("refusé", .withdrawn), ("Peruttu", .withdrawn),
            ("partially refunded", .valid),
        ])
    func words(word: String, status: ListEntry.Status) throws {
        #expect(try ListFile("name,status\nAda,\(word)\n").entries.map(\.status) == [status])
    }

    @Test("A yes and a no are words of a reply, and of a payment")
    func yesAndNo() throws {
        #expect(try ListFile("name,status\na,Yes\nb,No\n").entries.map(\.status) == [.valid, .withdrawn])
        #expect(try ListFile("name,paid\na,Yes\nb,No\n").entries.map(\.status) == [.valid, .unpaid])
        #expect(
            try ListFile("name,rsvp\na,Yes\nb,No\nc,\nd,Waitlist\n").entries.map(\.status)
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

    @Test("A quantity that could be the row's or the order's is asked about")
    func unclearQuantity() throws {
        let mixed = "order,name,barcode,quantity\nA1,Ada,K1,2\nA1,Bo,K2,2\nA2,Cy,K3,4\n"
        #expect(try ListFile(mixed).stops.first?.contains("(line 4). Use --map admits=\"quantity\"") == true)
        let alike = "email,name,quantity\na@e,Ada,3\na@e,Ada,3\na@e,Ada,3\n"
        #expect(try ListFile(alike).stops.count == 1)
        var options = TicketList.Options()
        options.columns = [.admits: "quantity"]
        #expect(try ListFile(mixed, options: options).entries.map(\.admits) == [2, 2, 4])
        #expect(try ListFile(mixed, options: options).stops.isEmpty)
        options.columns = [:]
        options.ignored = ["Quantity"]
        #expect(try ListFile(mixed, options: options).entries.map(\.admits) == [nil, nil, nil])
        #expect(try ListFile(mixed, options: options).remarks.isEmpty)
    }

    @Test(
        "Two events in one list are asked about, whatever column names them",
        arguments: [
            "Event", "Event Name", "Veranstaltung", "Événement", "Date", "Event date", "Datum", "Performance",
            "Tapahtuma",
        ])
    func events(title: String) throws {
        let text = "name,barcode,\(title)\nAda,K1,4 July 2026\nBo,K2,1 January 2027\nCy,K3,4 July 2026\n"
        let stops = try ListFile(text).stops
        #expect(stops.count == 1)
        #expect(stops.first?.contains("\"4 July 2026\" (2), \"1 January 2027\" (1)") == true)
        #expect(stops.first?.contains("--only \"\(title)=4 July 2026\"") == true)
        var options = TicketList.Options()
        options.only = [(title, "4 july 2026")]
        let one = try ListFile(text, options: options)
        #expect(one.stops.isEmpty && one.entries.map(\.name) == ["Ada", "Cy"])
        options.only.append((title, "1 January 2027"))
        #expect(try ListFile(text, options: options).entries.count == 3)
        options.only = [(title, "5 July 2026")]
        #expect(throws: ListError.self) { try ListFile(text, options: options) }
        options.only = []
        options.ignored = [title]
        #expect(try ListFile(text, options: options).entries.count == 3)
        #expect(try ListFile(text, options: options).remarks.isEmpty)
    }

    @Test("One event in a list, and the moments at which rows were written, are nothing to ask about")
    func oneEvent() throws {
        #expect(try ListFile("name,barcode,event\nAda,K1,Ball\nBo,K2,Ball\n").remarks.isEmpty)
        let rows = (10..<30).map { "Guest \($0),K\($0),2026-05-\($0) 10:\($0)\n" }.joined()
        let read = try ListFile("name,barcode,date\n" + rows)
        #expect(read.stops.isEmpty && read.warnings.count == 1)
        #expect(try ListFile("name,barcode,order date\n" + rows).remarks.isEmpty)
    }

    @Test(
        "A column that may say who enters, and is not known, is asked about where it says no",
        arguments: [
            ("Refund requested?", "Yes", "No"), ("Membership status", "expired", "active"),
            ("Cancellation confirmed by", "Eve", ""), ("RSVP for dinner", "No", "Yes"), ("Payment", "Refunded", "Visa"),
            ("Ist storniert?", "ja", "nein"),
        ])
    func unknown(title: String, bad: String, good: String) throws {
        let text = "name,barcode,\(title)\nAda,K1,\(good)\nBo,K2,\(bad)\nCy,K3,\(good)\n"
        let read = try ListFile(text)
        #expect(read.stops.count == 1, "\(read.remarks)")
        #expect(
            read.stops.first?.contains("column C \"\(title)\"") == true
                || read.stops.first?.contains("Column C") == true)
        #expect(read.stops.first?.contains("--ignore \"\(title)\"") == true)
        #expect(read.stops.first?.contains("Eve") == false)
        var options = TicketList.Options()
        options.ignored = [title]
        #expect(try ListFile(text, options: options).remarks.isEmpty)
        #expect(try ListFile(text.replacing(",\(bad)\n", with: ",\(good)\n")).stops.isEmpty)
    }

    @Test("A way of payment is no status")
    func wayOfPayment() throws {
        let read = try ListFile("name,barcode,Payment,State\nAda,K1,Visa,CA\nBo,K2,PayPal,NY\n")
        #expect(read.remarks.isEmpty && read.faults.isEmpty)
        #expect(read.entries.map(\.status) == [nil, nil])
    }

    @Test("A second column of codes, and one of numbers of people, are pointed out")
    func others() throws {
        let read = try ListFile("name,barcode,QR code,guests\nAda,K1,Q1,1\nBo,K2,Q2,4\n")
        #expect(read.stops.isEmpty)
        #expect(read.warnings.count == 2)
        #expect(read.warnings.contains { $0.contains("the codes are taken from column B \"barcode\"") })
        #expect(read.warnings.contains { $0.contains("a number above one in 1 row, 4 in total") })
    }

    @Test("What a field's dash leaves out is decided")
    func leftOut() throws {
        var options = TicketList.Options()
        options.columns = [.status: "-"]
        let read = try ListFile("name,barcode,status\nAda,K1,mislaid\nBo,K2,refunded\n", options: options)
        #expect(read.remarks.isEmpty && read.entries.map(\.status) == [nil, nil])
    }

    @Test("A list without headings is read by the numbers of its columns")
    func withoutHeadings() throws {
        var options = TicketList.Options()
        options.columns = [.barcode: "1", .name: "2"]
        let read = try ListFile("77001,Ada Okello,x\n77002,Bo Diallo\n", options: options)
        #expect(read.entries.map(\.barcode) == ["77001", "77002"])
        #expect(read.entries.map(\.name) == ["Ada Okello", "Bo Diallo"])
        #expect(read.entries.map(\.line) == [1, 2])
        let headed = try ListFile("Code,Guest\n77001,Ada Okello\n", options: options)
        #expect(headed.entries.map(\.barcode) == ["77001"])
        #expect(throws: ListError.noHeader) { try ListFile("77001,Ada Okello\n") }
        options.columns = [.barcode: "1"]
        #expect(try ListFile("77001\n77002\n", options: options).entries.map(\.barcode) == ["77001", "77002"])
        options.columns = [.barcode: "4"]
        #expect(throws: ListError.noColumn(name: "4", columns: ["1", "2"])) {
            try ListFile("77001,Ada\n", options: options)
        }
        options.columns = [.barcode: "1", .email: "2"]
        let bad = try ListFile("77001,nobody\n77002,b@e\n", options: options)
        #expect(bad.faults.map(\.description) == ["1 column B: found text without @, expected an e-mail address"])
    }

    @Test("Every row of the table of headings is understood, and has a source")
    func table() {
        let headings = Headings.standard
        #expect(headings.misunderstood == [])
        #expect(headings.layouts.count > 30)
        let table = String(cString: embedded_headings_csv())
        let rows = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let sources = Set(rows.filter { $0[0] == "source" }.map { $0[1] })
        for row in rows where row[0] != "source" { #expect(sources.contains(row[4]), "\(row)") }
        let fields = Set(rows.filter { $0[0] == "heading" }.map { String($0[1]) })
        for field in ListField.allCases { #expect(fields.contains(field.rawValue), "\(field)") }
    }

    @Test("Headings of other languages, and questions as people ask them, are known")
    func headings() throws {
        let text = """
            Vor- und Nachname;E-Mail;Wie viele Personen?;Tarif
            Ada;a@e;3;VIP

            """
        let german = try ListFile(text)
        #expect(german.entries.first.map { [$0.name, $0.tier, $0.admits.map(String.init)] } == ["Ada", "VIP", "3"])
        let swedish = try ListFile("Förnamn;Efternamn;E-post;Biljettyp;Antal;Streckkod\nÅsa;Öberg;a@e;VIP;2;K1\n")
        #expect(swedish.entries.first.map { [$0.name, $0.tier, $0.barcode] } == ["Åsa Öberg", "VIP", "K1"])
        let finnish = try ListFile("Etunimi;Sukunimi;Sähköposti;Lipputyyppi;Määrä;Viivakoodi\nAino;Mäki;a@e;VIP;2;K1\n")
        #expect(finnish.entries.first.map { [$0.name, $0.tier, $0.barcode] } == ["Aino Mäki", "VIP", "K1"])
        let danish = try ListFile("Fornavn;Efternavn;Mailadresse;Billettype;Antal;Stregkode\nBo;Bæk;a@e;VIP;2;K1\n")
        #expect(danish.entries.first.map { [$0.name, $0.tier, $0.barcode] } == ["Bo Bæk", "VIP", "K1"])
        let booking = try ListFile("Booking Ref,Surname,Ticket Barcode\nB7,Ito,K1\n")
        #expect(booking.entries.first.map { [$0.name, $0.reference, $0.barcode] } == ["Ito", "B7", "K1"])
    }

    @Test("Barcodes that are shorter than most are pointed out where their zeros may be lost")
    func lostZeros() throws {
        let rows = (0..<20).map { "G,\(612_345_678_900 + $0)\n" }.joined()
        let read = try ListFile("name,barcode\n" + rows + "H,12345678901\nI,1234567890\n")
        #expect(read.warnings.count == 1)
        #expect(read.warnings.first?.hasPrefix("2 of 22 barcodes") == true)
        #expect(read.warnings.first?.contains("(lines 22 and 23)") == true)
        #expect(try ListFile("name,barcode\n" + rows + "H,012345678901\nI,12345678901\n").remarks.isEmpty)
        #expect(try ListFile("name,barcode\n" + rows).remarks.isEmpty)
    }

    @Test("What was left out or repaired is told with its lines")
    func leftovers() throws {
        let read = try ListFile("name,email,barcode\nAda,a@e,#N/A\nBo,b@e,'0077\n-,,-\nTotal,,\n")
        let told = read.remarks.map(\.description)
        #expect(told.contains { $0.hasPrefix("1 row of totals skipped (line 5)") })
        #expect(told.contains { $0.hasPrefix("1 row with only placeholders skipped (line 4)") })
        #expect(told.contains { $0.hasPrefix("1 row with a placeholder in column C \"barcode\" (line 2)") })
        #expect(told.contains { $0.hasPrefix("1 row with a barcode that a spreadsheet changed (line 3)") })
    }
}
