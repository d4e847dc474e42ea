// Cells that say that a guest does not come, below headings that nobody foresaw.

import Testing

@testable import TicketLists

struct TellingCellTests {
    @Test(
        "A word that can only mean a withdrawal is asked about below any heading",
        arguments: [
            ("Order state", "refunded"), ("Order Type", "Refunded"), ("Result", "refunded"), ("Type", "Refunded"),
            ("Zustand", "storniert"), ("Remark", "Storniert"), ("Stan", "zrušeno"), ("Notes", "cancelled"),
            ("Fulfillment", "Cancelled"), ("Comments", "REFUNDED"), ("Kommentar", "abgesagt"), ("x", "Not going"),
            ("Bemerkung", "Absage"), ("Company", "annulé"), ("", "refunded"),
        ])
    func anyColumn(title: String, word: String) throws {
        let text = "Name,Email,Barcode,\(title)\nAda,a@e,K1,fine so far\nBo,b@e,K2,\(word)\nCy,c@e,K3,\n"
        let read = try ListFile(text)
        #expect(read.stops.count == 1, "\(read.remarks)")
        #expect(read.stops.first?.contains("Column D") == true)
        #expect(read.stops.first?.contains("fine so far") == false)
        var options = TicketList.Options()
        options.ignored = ["4"]
        #expect(try ListFile(text, options: options).remarks.isEmpty)
    }

    @Test("The word is found in the last of many rows")
    func lastRow() throws {
        let rows = (0..<900).map { "Guest \($0),K\($0),text \($0),paid by card \($0)\n" }.joined()
        let header = "Name,Barcode,Notes,Payment\n"
        #expect(try ListFile(header + rows).stops.isEmpty)
        #expect(try ListFile(header + rows + "Ada,K,refunded,\n").stops.count == 1)
        #expect(try ListFile(header + rows + "Ada,K,,Refunded\n").stops.count == 1)
    }

    @Test(
        "Sentences, names, places and consents that have such a word, and answers to other questions, are no status",
        arguments: [
            ("Notes", "cancelled her hotel and comes anyway"), ("Comments", "The refund was for the T-shirt"),
            ("Company", "No"), ("Vegetarian", "no"), ("Allergies", "none"), ("Seat", "C"), ("Row", "E"),
            ("Newsletter", "declined"), ("Photo consent", "Declined"), ("Insurance", "expired"), ("Country", "NO"),
            ("Phone", "0"), ("First visit?", "false"), ("T-shirt size", "N"), ("Dietary requirements", "Ei"),
            ("Notes", "void where prohibited"), ("Delivery", "failed"), ("Order type", "Free Order"),
            ("Valid on", "2026-07-04"), ("Active since", "2019"), ("Coming from", "Nonthaburi"),
        ])
    func innocent(title: String, word: String) throws {
        let text = "Name,Email,Barcode,\(title)\nAda,a@e,K1,yes\nBo,b@e,K2,\(word)\nCy,c@e,K3,\n"
        let read = try ListFile(text)
        #expect(read.stops.isEmpty && read.warnings.isEmpty && read.faults.isEmpty, "\(read.remarks)")
        #expect(read.entries.allSatisfy { $0.status == nil })
    }

    @Test(
        "Answers count, or are asked about, whatever the question is",
        arguments: [
            ("Coming?", "Yes", "No"), ("Are you coming to the party?", "Yes", "No"),
            ("Will you be there?", "Yes", "No"),
            ("Can you make it?", "Yes", "No"), ("Will attend", "yes", "no"), ("Attending Summer Night", "yes", "no"),
            ("Not going", "", "x"), ("Declined", "", "x"), ("No longer attending", "", "yes"), ("Valid", "yes", "no"),
            ("Valid?", "TRUE", "FALSE"), ("Ticket valid", "yes", "no"), ("Active", "yes", "no"),
            ("Is Active", "1", "0"),
            ("Transferred", "no", "yes"), ("Transferred to", "", "bob@x.org"), ("Deleted at", "", "2026-01-01"),
            ("Rejected", "", "x"), ("Banned", "", "x"), ("Participation", "oui", "non"), ("Dabei?", "ja", "nein"),
            ("Kommt", "ja", "nein"), ("Teilnehmen", "ja", "nein"), ("Absage", "", "ja"), ("Bestätigt", "ja", "nein"),
            ("Confirmé", "oui", "non"), ("Confirmado", "sí", "no"), ("Osallistun", "kyllä", "ei"),
            ("Devuelto", "", "sí"), ("Abgesagt?", "nein", "ja"), ("Kommst du zur Feier?", "Ja", "Nein"),
            ("Can't come", "", "x"), ("Is confirmed", "yes", "no"),
        ])
    func answers(title: String, good: String, bad: String) throws {
        let text = "Name,Email,Barcode,\(title)\nAda,a@e,K1,\(good)\nBo,b@e,K2,\(bad)\nCy,c@e,K3,\(good)\n"
        let read = try ListFile(text)
        let isRefused = read.entries.dropFirst().first?.status == .withdrawn
        #expect(isRefused || !read.stops.isEmpty, "\(title): \(read.remarks)")
        #expect(read.faults.isEmpty && read.entries.first?.status != .withdrawn)
        let harmless = try ListFile(text.replacing(",K2,\(bad)\n", with: ",K2,\(good)\n"))
        #expect(harmless.stops.isEmpty && harmless.faults.isEmpty, "\(title): \(harmless.remarks)")
    }

    @Test("Every row is counted, however many values a column has")
    func counts() throws {
        let rows = (0..<500).map { "Guest \($0),K\($0),2026-05-01 10:\($0),\($0 + 2)\n" }.joined()
        let read = try ListFile("Name,Barcode,Checked in at,Guests\n" + rows)
        #expect(read.warnings.contains { $0.contains("500 tickets checked in") }, "\(read.warnings)")
        #expect(read.warnings.contains { $0.contains("a number above one in 500 rows, 125750 in total") })
    }

    @Test("Answers below a heading of a check-in are answers")
    func attendance() throws {
        let read = try ListFile("Name,Barcode,Attendance\nAda,K1,Attending\nBo,K2,Declined\nCy,K3,Attending\n")
        #expect(read.stops.count == 1 && read.warnings.isEmpty, "\(read.remarks)")
        let entered = try ListFile("Name,Barcode,Attendance\nAda,K1,Yes\nBo,K2,No\nCy,K3,pending\n")
        #expect(entered.stops.isEmpty && entered.warnings.count == 1, "\(entered.remarks)")
    }

    @Test("Events are asked about even where each row has another one, and rows without one are counted")
    func events() throws {
        let rows = (0..<7).map { "Guest \($0),K\($0),Show \($0)\n" }.joined()
        #expect(try ListFile("Name,Barcode,Event\n" + rows).stops.count == 1)
        let blank = try ListFile("Name,Barcode,Event\nAda,K1,Ball\nBo,K2,\nCy,K3,Ball\n")
        #expect(blank.stops.isEmpty)
        #expect(blank.warnings.contains { $0.contains("empty in 1 row beside") }, "\(blank.remarks)")
    }

    @Test(
        "Columns that may count people are pointed out",
        arguments: [
            "Adults", "Children", "Plus 1", "+1", "Seats", "Plätze", "Headcount", "Guest count", "Nombre d'invités",
            "Erwachsene", "Kinder", "Gäste", "Head count", "Kids", "Number of attendees",
            "Party of", "How many?", "How many tickets do you need?", "Number attending", "Accompagnateurs", "Places",
        ])
    func people(title: String) throws {
        let read = try ListFile("Name,Barcode,\(title)\nAda,K1,1\nBo,K2,4\n")
        #expect(read.stops.isEmpty && read.faults.isEmpty)
        #expect(read.warnings.count == 1 || read.entries.last?.admits ?? 1 > 1, "\(title): \(read.remarks)")
    }

    @Test("Numbers of seats, guests and rows count nobody", arguments: ["Seat", "Guest ID", "Platz", "Table", "Row"])
    func places(title: String) throws {
        #expect(try ListFile("Name,Barcode,\(title)\nAda,K1,1\nBo,K2,4\n").remarks.isEmpty)
    }
}
