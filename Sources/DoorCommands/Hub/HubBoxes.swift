// `doorcheck hub boxes`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Hub
import Ledger
import TicketSigning

struct HubBoxes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "boxes",
        abstract: "List the hub's boxes, with their gate, program, last contact and clock offset.",
        discussion: """
              doorcheck hub boxes
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let service = try await configuration.load().hubService()
        let (boxes, refusals) = (try await service.boxes(), try await service.quotaRefusals())
        // The hub's own ledger takes part as a box, so its last contact is irrelevant.
        let own = try? await CommandContext(configuration, for: .reading).ledger.ownBox().id
        var table = TextTable("NAME", "BOX", "STATE", "GATE", "VERSION", "LAST HEARD", "CLOCK")
        let lines = boxes.map { Line($0, isOwn: $0.id == own, refusal: refusals[$0.id]) }
        for (box, line) in zip(boxes, lines) {
            let isOwn = box.id == own
            table.add(
                box.name, box.id.description, isOwn ? "this hub's own ledger" : line.state,
                line.gate ?? "", line.version ?? "", isOwn ? "here" : line.lastHeard, isOwn ? "" : line.clock
            )
        }
        try output.write(lines, text: table.text)
        for box in boxes where box.revoked == nil {
            if let refusal = refusals[box.id] { Terminal.note(refusal.sentence.printable) }
        }
    }

    /// A box of the hub.
    private struct Line: OutputRecord {
        static let columns = [
            "box", "name", "state", "relay", "events", "enrolled", "contact", "skew_ms", "quota", "gate", "version",
        ]

        let schema = 1
        let box: String
        let name: String
        let state: String
        let relay: Bool
        let events: [String]?
        let enrolled: String
        let contact: String?
        let skewMs: Int64
        let quota: String?
        let gate: String?
        let version: String?
        /// The time of last contact, for people.
        let lastHeard: String
        /// The offset of the box's clock, for people.
        let clock: String

        init(_ box: EnrolledBox, isOwn: Bool, refusal: QuotaRefusal?) {
            self.box = box.id.description
            name = box.name
            state = box.revoked != nil ? "revoked" : isOwn ? "hub" : "enrolled"
            relay = box.isRelay
            events = box.events?.map(\.description).sorted()
            enrolled = Timestamp(milliseconds: box.enrolled).description
            contact = box.contact.map { Timestamp(milliseconds: $0).description }
            skewMs = box.skew
            quota = refusal?.limit.rawValue
            gate = box.report.gate
            version = isOwn ? ProgramVersion.current : box.report.version
            lastHeard = box.contact.map { Timestamp(milliseconds: $0).localTime(seenFrom: WallClock.now) } ?? "never"
            clock = box.contact == nil ? "" : abs(box.skew) < 1000 ? "correct" : "\(box.skew / 1000) s"
        }

        private enum CodingKeys: String, CodingKey {
            case schema, box, name, state, relay, events, enrolled, contact, skewMs, quota, gate, version
        }
    }
}
