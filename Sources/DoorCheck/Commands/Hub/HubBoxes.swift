// `doorcheck hub boxes`

import ArgumentParser
import Hub
import Ledger
import TicketSigning

struct HubBoxes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "boxes",
        abstract: "List the boxes of the hub: when each was heard of, and how far its clock is off.",
        discussion: """
              doorcheck hub boxes
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Flag(help: "Print JSON Lines.")
    var json = false

    func run() async throws {
        let boxes = try await configuration.load().hubOffice().boxes()
        var table = TextTable("NAME", "BOX", "STATE", "LAST HEARD", "CLOCK")
        for box in boxes {
            let line = Line(box)
            if json { try Terminal.output(JSONLine.text(line)) }
            table.add(
                box.name, box.id.description, line.state,
                box.contact.map { Timestamp(milliseconds: $0).localTime(seenFrom: WallClock.now) } ?? "never",
                abs(box.skew) < 1000 ? "right" : "\(box.skew / 1000) s"
            )
        }
        if !json { try Terminal.output(table.text) }
    }

    private struct Line: Encodable {
        let schema = 1
        let box: String
        let name: String
        let state: String
        let carrier: Bool
        let events: [String]?
        let enrolled: String
        let contact: String?
        let skewMilliseconds: Int64

        init(_ box: EnrolledBox) {
            self.box = box.id.description
            name = box.name
            state = box.revoked == nil ? "enrolled" : "revoked"
            carrier = box.carries
            events = box.events?.map(\.description).sorted()
            enrolled = Timestamp(milliseconds: box.enrolled).description
            contact = box.contact.map { Timestamp(milliseconds: $0).description }
            skewMilliseconds = box.skew
        }

        private enum CodingKeys: String, CodingKey {
            case schema, box, name, state, carrier, events, enrolled, contact
            case skewMilliseconds = "skew_ms"
        }
    }
}
