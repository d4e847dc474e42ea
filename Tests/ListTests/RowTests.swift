// What columns and rows mean, and what is said where they mean nothing.

import Glibc
import Testing

@testable import TicketLists

struct RowTests {
    @Test("Titles are known whatever their case, accents and punctuation")
    func titles() {
        #expect(HeaderText.normal(" Barcode # ") == "barcode number")
        #expect(HeaderText.normal("barcode_nr.") == "barcode number")
        #expect(HeaderText.normal("N° de commande") == "number de commande")
        #expect(HeaderText.normal("Prénom*") == "prenom")
        #expect(HeaderText.normal("STRAßE") == "strasse")
    }

    @Test("A person's word on columns wins, and leaves out what they leave out")
    func wishes() throws {
        var options = TicketList.Options()
        options.columns = [.name: "Who", .tier: "-", .barcode: "pass no"]
        let read = try ListFile("Who,Name,Ticket type,Pass No\nAda,x,VIP,77\n", options: options)
        #expect(read.entries.map(\.name) == ["Ada"])
        #expect(read.entries.map(\.tier) == [nil])
        #expect(read.entries.map(\.barcode) == ["77"])
        options.columns = [.name: "Whom"]
        #expect(throws: ListError.noColumn(name: "Whom", columns: ["Who", "Name"])) {
            try ListFile("Who,Name\nAda,x\n", options: options)
        }
    }

    @Test("All faults are told at once, each with line and column, none with what the field holds")
    func faults() throws {
        let read = try ListFile(
            """
            Name,Email,Quantity,Status,Barcode,Valid from,Valid until
            Ada,ada.example,1,valid,77001,2026-07-04,2026-07-05
            Bo,b@c,0,mislaid,"7,70E+15",2026-13-04,
            Cy,c@d,many,paid,DC1:SECRET,2026-07-05,2026-07-04
            Dee,d@e,1,paid,77002,,,more
            Eve,e@f,1001,paid,77003,,
            """
        )
        #expect(read.entries.isEmpty)
        let places = read.faults.map { "\($0.line) \($0.column ?? "")" }
        #expect(
            Set(places) == [
                "2 column B \"Email\"", "3 column C \"Quantity\"", "3 column D \"Status\"", "3 column E \"Barcode\"",
                "3 column F \"Valid from\"", "4 column C \"Quantity\"", "4 column E \"Barcode\"",
                "4 column G \"Valid until\"", "5 ", "6 column C \"Quantity\"",
            ]
        )
        let words = read.faults.map(\.description).joined()
        for secret in ["ada.example", "mislaid", "7,70E", "SECRET", "many", "1001", "2026-13", "more"] {
            #expect(!words.contains(secret))
        }
    }

    @Test("A row that names nobody and nothing is a fault, an empty one is not")
    func emptyRows() throws {
        let read = try ListFile("name,email,tier\n,,VIP\n,,\nAda,,\n")
        #expect(read.faults.map(\.line) == [2])
        #expect(read.entries.map(\.line) == [4])
    }

    @Test("The worst that any column says counts")
    func standing() throws {
        let text =
            "name,status,paid,blocked,order cancelled\n" + """
                a,attending,yes,,
                b,attending,no,,0
                c,,ja,yes,
                d,Refunded,no,,
                e,soon,,,
                f,,,,2026-01-01
                """
        let read = try ListFile(text)
        #expect(read.entries.map(\.status) == [.valid, .unpaid, .blocked, .withdrawn, .withdrawn])
        #expect(read.faults.map(\.line) == [6])
    }

    @Test("Amounts and dates of zeros are a no, others a yes, and what is neither is a fault")
    func amounts() throws {
        for text in [
            "0", "0.00", "0,00", "0 EUR", "€0.00", "USD 0", "-0", "0.-", "0000-00-00 00:00:00", "0000-00-00", "", "No",
        ] {
            #expect(StatusWords.yesOrNo(text) == false, "\(text)")
        }
        for text in [
            "1", "12.50", "1.234,50 €", "1,200", "0.50", "EUR 12", "2", "46207.8", "2026-07-04 19:30", "04.07.2026",
        ] {
            #expect(StatusWords.yesOrNo(text) == true, "\(text)")
        }
        for text in ["2 of 3", "1 instalment", "0 of 2", "2026-13-45", "12:30", "soon"] {
            #expect(StatusWords.yesOrNo(text) == nil, "\(text)")
        }
        let read = try ListFile("name,paid,cancelled\na,0.00,0.0\nb,12.00,0000-00-00 00:00:00\nc,2 of 3,\nd,1,by Eve\n")
        #expect(read.entries.map(\.status) == [.unpaid, .valid, .withdrawn])
        #expect(read.faults.map(\.line) == [4])
    }

    @Test("DoorCheck's own export is refused, even where a row below looks like a header")
    func ownExport() {
        let header =
            "event,ticket,user,holder,reference,tier,status,admits,entries,first_entry,note,valid_from,barcode\n"
        #expect(throws: ListError.ownExport) { try ListFile(header + "x,y,z,Guest,,,valid,,0,,,,\n") }
    }

    @Test("Rows without a number of their own are told apart by how often they come")
    func occurrences() throws {
        let read = try ListFile("name,email\nGroup,a@b\nGroup,a@b\nOther,a@b\n")
        #expect(Set(read.entries.map(\.identity)).count == 3)
        let again = try ListFile("email,name,status\na@b,Other,\na@b,Group,paid\na@b,Group,pending\n")
        #expect(Set(read.entries.map(\.identity)) == Set(again.entries.map(\.identity)))
    }

    @Test("An apostrophe that an exporter put before a formula is taken away, another stays")
    func apostrophes() throws {
        #expect(try ListFile("name\n'=SUM(A1)\n'Ndrangheta\n").entries.map(\.name) == ["=SUM(A1)", "'Ndrangheta"])
    }

    @Test("Dates are read as they are written, and never guessed")
    func dates() throws {
        setenv("TZ", "UTC", 1)
        tzset()
        let moment: Int64 = 1_783_191_600_000
        for text in [
            "2026-07-04T19:00:00Z", "2026-07-04 19:00", "2026/07/04 19:00:00", "04.07.2026 19:00",
            "2026-07-04T22:00:00+03:00", "Jul 4, 2026 7:00 PM", "4 juillet 2026 19:00", "Sat, 4 July 2026 19:00",
            "2026-07-04T19:00:00.000Z",
        ] {
            #expect(WrittenDate(text)?.milliseconds(.dayFirst) == moment, "\(text)")
        }
        #expect(WrittenDate("7/4/26 7:00 PM")?.milliseconds(.monthFirst) == moment)
        #expect(WrittenDate("4/7/26 19:00")?.milliseconds(.dayFirst) == moment)
        for text in ["", "soon", "31.02.2026", "2026-07-04 25:00", "12", "1/2"] {
            #expect(WrittenDate(text)?.milliseconds(.dayFirst) == nil, "\(text)")
        }
        #expect(SerialDate.milliseconds("46207.791666666664", countsFrom1904: false) == moment)
        #expect(SerialDate.milliseconds("44745.791666666664", countsFrom1904: true) == moment)
    }

    @Test("Day or month first is told by the whole column, or asked for")
    func dateOrder() throws {
        let header = "name,valid from\n"
        let first = try ListFile(header + "a,04/07/2026\nb,13/07/2026\n").entries.first?.opens
        #expect(first == WrittenDate("2026-07-04")?.milliseconds(.dayFirst))
        #expect(throws: ListError.ambiguousDates(column: "valid from")) { try ListFile(header + "a,04/07/2026\n") }
        var options = TicketList.Options()
        options.dates = .monthFirst
        let asked = try ListFile(header + "a,04/07/2026\n", options: options).entries.first?.opens
        #expect(asked == WrittenDate("2026-04-07")?.milliseconds(.dayFirst))
    }
}
