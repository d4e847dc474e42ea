// What stands where on a ticket: nothing beyond its edge, nothing over anything else, nothing cut that has room.

import Paper
import TestSupport
import Testing

@testable import TicketPrinting

struct TicketLayoutTests {
    private static let sizes = TicketPaper.names + ["62x100", "30x60", "28x60", "62x29", "40x40", "25x25"]
    private static let id = "0051ee3b-0de4-1977-39fb-bb4df691f907"

    private static let number = "0051 EE3B"

    private func face(event: String, holder: String, people: Int = 1, tier: String = "Balcony") -> TicketFace {
        TicketFace(
            code: "DC1:" + String(repeating: "A1", count: 52), id: Self.id, number: Self.number, event: event,
            when: "Fri 4 Dec 2026", times: "Doors 18:00 · Start 19:30", venue: "Uganda National Theatre",
            address: "De Winton Street, Nakasero, Kampala", tier: tier, holder: holder, people: people)
    }

    /// A logo that is as wide as three times its height, or the other way round.
    private func logo(isHigh: Bool = false) throws -> PaperPicture {
        let (width, height) = isHigh ? (20, 60) : (60, 20)
        return try PaperPicture(
            width: width, height: height, rgba: [UInt8](repeating: 200, count: width * height * 4))
    }

    private var long: TicketFace {
        face(
            event: "The Kampala Symphony Orchestra plays Brahms, Mahler and the Winner of the Composers' Prize",
            holder: "Maria Fernanda Alexandra Montserrat de la Concepción Gutiérrez y Villanueva Kobusingye", people: 4)
    }

    private func layout(
        _ face: TicketFace, _ size: String, code: Double? = nil, logo: PaperPicture? = nil
    ) throws -> (TicketLayout, Double) {
        let paper = try TicketPaper(size)
        let printer = try TicketPrinter(paper, codeMillimetres: code, logo: logo)
        let document = try PaperDocument(title: "") { _ in }
        let place = try #require(paper.places.first)
        return (printer.layout(of: face, at: place, side: printer.side, on: document), printer.side)
    }

    /// The largest code that a size takes, as its refusal of more says.
    private func largest(_ size: String) throws -> Double {
        do {
            _ = try TicketPrinter(TicketPaper(size), codeMillimetres: 500)
        } catch .codeSide(_, let room) {
            return room
        }
        throw PrintingError.paper(size)
    }

    private struct Box: CustomStringConvertible {
        let name: String
        let (left, top, right, bottom): (Double, Double, Double, Double)

        init(_ name: String, x: Double, y: Double, width: Double, height: Double) {
            self.name = name
            (left, top, right, bottom) = (x, y, x + width, y + height)
        }

        var description: String { "\(name) \(left),\(top) to \(right),\(bottom)" }

        func overlaps(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    private func boxes(_ layout: TicketLayout, side: Double) -> [Box] {
        let logo = layout.logo.map { [Box("logo", x: $0.x, y: $0.y, width: $0.width, height: $0.height)] } ?? []
        return [Box("code", x: layout.code.x, y: layout.code.y, width: side, height: side)] + logo
            + layout.texts.map { text in
                guard let plate = text.plate else {
                    return Box(text.text.text, x: text.x, y: text.y, width: text.width, height: text.extent.height)
                }
                return Box(
                    text.text.text, x: plate.x, y: text.y - TextStack.inset.y, width: plate.width,
                    height: text.extent.height + 2 * TextStack.inset.y)
            }
    }

    @Test("A ticket stands on a page as it would alone, whatever was laid out before it", arguments: sizes)
    func together(_ size: String) throws {
        let paper = try TicketPaper(size)
        let printer = try TicketPrinter(paper)
        let place = try #require(paper.places.first)
        let document = try PaperDocument(title: "") { _ in }
        func expectSame(_ face: TicketFace) throws {
            let shared = printer.layout(of: face, at: place, side: printer.side, on: document)
            let (alone, side) = try layout(face, size)
            #expect(boxes(shared, side: side).map(\.description) == boxes(alone, side: side).map(\.description))
            #expect(shared.texts.map(\.text) == alone.texts.map(\.text))
        }
        let faces = [
            face(event: "Summer Night", holder: "Ada"), long, face(event: "Summer Night", holder: "سلام 陳大文"),
        ]
        for face in faces + faces { try expectSame(face) }
        // More than the document remembers.
        for number in 0..<2100 { _ = document.extent(of: PaperText("\(number)", points: 8), width: 20) }
        for face in faces { try expectSame(face) }
    }

    private func expectApart(
        _ face: TicketFace, _ size: String, code: Double? = nil, logo: PaperPicture? = nil
    ) throws {
        let (layout, side) = try layout(face, size, code: code, logo: logo)
        let paper = try TicketPaper(size)
        let place = try #require(paper.places.first)
        let height = paper.form == .card ? TicketCard(place).height : place.height
        let boxes = boxes(layout, side: side)
        if let band = layout.band {
            let area = Box("band", x: band.x, y: band.y, width: band.width, height: band.height)
            // The tier is on the band, or beside a stripe.
            let others = boxes.filter { $0.name != face.entitlement }
            #expect(!others.contains { $0.overlaps(area) }, "\(size), code \(side): band")
        }
        for rule in layout.rules {
            let line = Box("rule", x: rule.from.x, y: rule.from.y, width: rule.to.x - rule.from.x, height: 0.25)
            #expect(!boxes.contains { $0.overlaps(line) }, "\(size), code \(side): rule")
        }
        for (index, box) in boxes.enumerated() {
            let isInside = box.left >= 0 && box.top >= 0 && box.right <= place.width && box.bottom <= height
            #expect(isInside, "\(size), code \(side): \(box)")
            for other in boxes.dropFirst(index + 1) {
                #expect(!box.overlaps(other), "\(size), code \(side): \(box) and \(other)")
            }
        }
    }

    @Test("Nothing stands over anything else or beyond the edge, whatever the code's size", arguments: sizes)
    func nothingOverlaps(_ size: String) throws {
        try expectApart(long, size)
        try expectApart(long, size, code: 25)
        try expectApart(long, size, code: largest(size))
        try expectApart(face(event: "Night", holder: ""), size, code: largest(size))
        try expectApart(face(event: "Night", holder: "Ada", tier: ""), size)
        for isHigh in [false, true] {
            for ticket in [long, face(event: "Night", holder: "Ada")] {
                try expectApart(ticket, size, logo: logo(isHigh: isHigh))
                try expectApart(ticket, size, code: largest(size), logo: logo(isHigh: isHigh))
            }
        }
    }

    @Test(
        "A logo is on every ticket that has room, in its own proportions",
        arguments: ["A4", "A5", "A6", "2x2", "phone"])
    func logoIsThere(_ size: String) throws {
        for isHigh in [false, true] {
            let area = try #require(try layout(long, size, logo: logo(isHigh: isHigh)).0.logo)
            #expect(abs(area.width / area.height - (isHigh ? 1.0 / 3 : 3)) < 0.01)
        }
    }

    @Test("The venue is on every large ticket", arguments: ["A4", "A5", "A6", "2x1", "2x2", "phone", "wristband"])
    func venueIsThere(_ size: String) throws {
        let texts = try layout(face(event: "Night", holder: "Ada"), size, logo: logo()).0.texts.map(\.text.text)
        #expect(texts.contains { $0.contains("National Theatre") } && texts.contains { $0.contains("Nakasero") })
    }

    @Test("On a phone, the code's modules are whole pixels")
    func phoneModules() throws {
        let (layout, side) = try layout(long, "phone")
        for length in [layout.code.x, layout.code.y, side] {
            #expect(abs(length * 10 - (length * 10).rounded()) < 1e-9)
        }
        // Version 5, 37 modules, and the quiet zone.
        #expect((side * 10).truncatingRemainder(dividingBy: 45) == 0)
    }

    @Test("The identifier and the hour are whole", arguments: sizes.filter { $0 != "25x25" })
    func vitalTextsAreWhole(_ size: String) throws {
        let texts = try layout(long, size).0.texts
        let id = try #require(texts.first { $0.text.text.filter { $0 != "\n" } == Self.id })
        #expect(id.text.isFixedWidth && id.extent.isWhole && id.text.points >= 4.5)
        let number = try #require(texts.first { $0.text.text == Self.number })
        #expect(number.extent.isWhole && number.text.isBold && number.text.points >= 6)
        guard size != "40x40" else { return }
        let when = try #require(texts.first { $0.text.text.hasPrefix("Fri 4 Dec") })
        #expect(when.extent.isWhole)
    }

    @Test(
        "A long title and a long name are whole where there is room",
        arguments: ["A4", "A5", "A6", "2x4", "2x5", "wristband", "62x100"])
    func longTextsAreWhole(_ size: String) throws {
        let texts = try layout(long, size).0.texts
        let cut = texts.filter { !$0.extent.isWhole }
        #expect(cut.isEmpty)
        #expect(texts.contains { $0.text.text == long.event } && texts.contains { $0.text.text == long.holder })
    }

    @Test("A ticket for several people says for how many", arguments: sizes.filter { $0 != "25x25" && $0 != "40x40" })
    func peopleAreTold(_ size: String) throws {
        let family = try layout(face(event: "Night", holder: "Achieng", people: 4), size).0.texts
        #expect(family.contains { $0.text.text == "4 people · Balcony" })
        let single = try layout(face(event: "Night", holder: "Achieng"), size).0.texts
        #expect(single.contains { $0.text.text == "Balcony" })
    }

    @Test("Beside a code, names from right to left stand next to it like all others", arguments: ["wristband", "3x8"])
    func namesStandByTheCode(_ size: String) throws {
        let texts = try layout(face(event: "ليلة الصيف", holder: "نور שלום"), size).0.texts
        #expect(texts.count > 5 && texts.allSatisfy { $0.text.alignment == .start })
    }

    @Test("A code that leaves no room for the texts is refused, and the largest is named")
    func largestCode() throws {
        let rooms = try ["A4", "A5", "A6"].map { try largest($0) }
        #expect(rooms == [103, 122, 87])
        let page = try TicketPaper("A4")
        let refusal = #expect(throws: PrintingError.self) { try TicketPrinter(page, codeMillimetres: 150) }
        #expect(refusal?.description.contains("25 to 103 mm") == true)
        let labels = try TicketPaper("9x9:20x20+0+0")
        let small = #expect(throws: PrintingError.self) { try TicketPrinter(labels) }
        #expect(small?.description.contains("room only for a code of 20 mm") == true)
    }

    @Test("Sizes are known in small and in capital letters")
    func sizesInAnyCase() throws {
        #expect(try TicketPaper("a6") == TicketPaper("A6"))
        #expect(try TicketPaper("Wristband") == TicketPaper("wristband"))
        #expect(try TicketPaper("62X100") == TicketPaper("62x100"))
    }

    @Test("Characters that several documents had no font for are told together")
    func missingScripts() throws {
        let sentence = try #require(PaperDocument.missingFonts(for: ["\u{17000}", "\u{12000}"]))
        #expect(sentence.contains("Tang") && sentence.contains("Xsux"))
    }
}
