// The exports of ticket platforms, as an organiser downloads them.

import Testing

@testable import TicketLists

struct ExportsTests {
    struct Expectation: Sendable {
        let file: String
        let layout: String
        let form: String
        let names: [String]
        let statuses: [ListEntry.Status?]
        let barcodes: [String?]
    }

    static let expectations = [
        Expectation(
            file: "pretix-checkin.csv", layout: "pretix check-in list", form: "CSV, UTF-8, separated by commas",
            names: ["Ada Okello", "Bo Okello", "Chiara Costa"], statuses: [.valid, .valid, .unpaid],
            barcodes: [
                "s3cretqk7fmtx2v9hbpw4jzrnd8gy6ca", "pz4wnm8v2xk6c9rthq3yfj7dbgsa5e1u",
                "kq9tz2bx7mw4hd6rgy8vcnpj3fsa5e0u",
            ]
        ),
        Expectation(
            file: "pretix-positions-de.csv", layout: "pretix order positions (German)",
            form: "CSV, UTF-8, separated by semicolons", names: ["Jürgen Fischer", "Zoë Fischer"],
            statuses: [.valid, .withdrawn],
            barcodes: ["tq8fmz2vxk6w4hdb9rgyc7npj3sa5e1u", "wm4hd6rgy8vcnpj3fsa5e0ukq9tz2bx7"]
        ),
        Expectation(
            file: "eventbrite-classic.csv", layout: "Eventbrite attendee report",
            form: "CSV, UTF-8, separated by commas", names: ["Dmitri Petrova", "Emeka Diallo, Jr.", "Fatou Mbeki"],
            statuses: [.valid, .valid, .withdrawn],
            barcodes: ["44100987655501234561001", "44100987655501234562001", "44100987665501234563001"]
        ),
        Expectation(
            file: "eventbrite-2025.csv", layout: "Eventbrite attendee report (2025)",
            form: "CSV, UTF-8, separated by commas", names: ["Greta Jensen", "Hana Ito"], statuses: [nil, nil],
            barcodes: ["77011234501", "77021234501"]
        ),
        Expectation(
            file: "tito.csv", layout: "Tito ticket export", form: "CSV, UTF-8, separated by commas",
            names: ["Kato Kimani", "Moses Kimani"], statuses: [nil, .withdrawn],
            barcodes: ["https://ti.to/tickets/ti_pAbCdEf", "https://ti.to/tickets/ti_pGhIjKl"]
        ),
        Expectation(
            file: "hi-events.xlsx", layout: "Hi.Events attendee export", form: "Excel workbook, sheet 'Attendees'",
            names: ["Bela Eriksen", "Zoë Tanaka & Co <b>", "Ivo Okello"], statuses: [.valid, .unpaid, .withdrawn],
            barcodes: ["A-7KQ2MZX", "A-9PWB4VN", "A-2XRT6JH"]
        ),
        Expectation(
            file: "ticket-tailor.csv", layout: "Ticket Tailor attendee export",
            form: "CSV, UTF-8, separated by commas", names: ["Nakato Lindqvist", "Omar Haile"],
            statuses: [.valid, .withdrawn], barcodes: ["hJ7kQ2p", "zX4vB8n"]
        ),
        Expectation(
            file: "fooevents.csv", layout: "FooEvents attendee export",
            form: "CSV, WINDOWS-1252, separated by semicolons", names: ["Priya Shah", "Zoë García", "Sefa Novak"],
            statuses: [.valid, .withdrawn, .unpaid], barcodes: [nil, nil, nil]
        ),
        Expectation(
            file: "luma.csv", layout: "Luma guest list", form: "CSV, UTF-8, separated by commas",
            names: ["Łukasz Ito", "Aarti Berg"], statuses: [.valid, .withdrawn],
            barcodes: ["https://lu.ma/check-in/evt-1?pk=g-a1b2", "https://lu.ma/check-in/evt-1?pk=g-c3d4"]
        ),
        Expectation(
            file: "google-forms.tsv", layout: "Google Forms answers", form: "CSV, UTF-16LE, separated by tabs",
            names: ["Quentin Achieng", "Rosa Novák"], statuses: [nil, nil], barcodes: [nil, nil]
        ),
        Expectation(
            file: "universe.csv", layout: "Universe guest list", form: "CSV, UTF-8, separated by commas",
            names: ["Kato Kimani", "Moses Kimani"], statuses: [.valid, .unpaid], barcodes: ["K7Q2MZXA", "P9WB4VNQ"]
        ),
        Expectation(
            file: "universe-de.csv", layout: "Universe guest list (German)",
            form: "CSV, UTF-8, separated by semicolons", names: ["Jürgen Fischer", "Zoë Fischer"],
            statuses: [.valid, .unpaid], barcodes: ["K7Q2MZXA", "P9WB4VNQ"]
        ),
        Expectation(
            file: "meetup.tsv", layout: "Meetup attendee list", form: "CSV, UTF-8, separated by tabs",
            names: ["Ada Okello", "Bo Diallo", "Cy Berg"], statuses: [.valid, .withdrawn, .unpaid],
            barcodes: [nil, nil, nil]
        ),
        Expectation(
            file: "humanitix.csv", layout: "Humanitix attendee report", form: "CSV, UTF-8, separated by commas",
            names: ["Ada Okello", "Bo Okello", "Cy Berg"], statuses: [.valid, .valid, .withdrawn],
            barcodes: ["HX-7KQ2-1", "HX-7KQ2-2", "HX-9PWB-1"]
        ),
        Expectation(
            file: "ticketsource.csv", layout: "TicketSource ticket list", form: "CSV, UTF-8, separated by commas",
            names: ["Nakato Lindqvist", "Nakato Lindqvist", "Omar Haile"], statuses: [.valid, .valid, .withdrawn],
            barcodes: ["6102030405", "6102030406", "6102030407"]
        ),
        Expectation(
            file: "weezevent.csv", layout: "Weezevent participant list (French)",
            form: "CSV, WINDOWS-1252, separated by semicolons",
            names: ["Éloïse Dupont", "Noël Lefèvre", "Zoé Garçon"], statuses: [.valid, .withdrawn, .unpaid],
            barcodes: ["0612345678901", "0612345678902", "0612345678903"]
        ),
    ]

    @Test("Every platform's export is recognised and understood without a word", arguments: expectations)
    func export(expectation: Expectation) throws {
        let read = try ListFile.export(expectation.file)
        #expect(read.list.mapping.layout.name == expectation.layout)
        #expect(read.list.form == expectation.form)
        #expect(read.faults.isEmpty)
        #expect(read.stops.isEmpty)
        #expect(read.entries.map(\.name) == expectation.names)
        #expect(read.entries.map(\.status) == expectation.statuses)
        #expect(read.entries.map(\.barcode) == expectation.barcodes)
        #expect(Set(read.entries.map(\.identity)).count == read.entries.count)
    }

    @Test("Tier, group, reference, window and attention come along")
    func details() throws {
        let pretix = try ListFile.export("pretix-checkin.csv").entries
        #expect(pretix.map(\.note) == [nil, "needs special attention", nil])
        #expect(
            pretix.map(\.reference) == ["ada@example.org ABC12", "ada@example.org ABC12", "chiara@example.org DEF34"])
        #expect(pretix[2].closes.map { $0 - (pretix[2].opens ?? 0) } == 19_800_000)
        #expect(try ListFile.export("pretix-positions-de.csv").entries.first?.tier == "Tageskarte – Erwachsene")
        #expect(try ListFile.export("google-forms.tsv").entries.map(\.admits) == [2, 1])
    }

    @Test("A list of orders is refused with the name of the right export")
    func orders() {
        let expected = ListError.ordersExport(layout: "an Eventbrite list of orders", instead: "the attendee report")
        #expect(throws: expected) { try ListFile.export("eventbrite-orders.csv") }
    }
}
