// A ticket that is no ticket, to show what the form's texts and colours look like.

import Attendance
import DoorTexts
import Ledger
import Organising
import Paper
import TicketPrinting
import TicketSigning

/// What a sample shows: texts as they are typed, at most 500 characters each.
struct SampleTicket: Sendable {
    var name: String
    var venue: String
    var address: String
    var tier: String
    /// Anything but a colour is the usual one.
    var colour: String
    var opens: Int64?
    var starts: Int64?
    /// The event that has the logo; `nil` for none.
    var event: EventID?

    /// One of which nothing is known yet.
    static let empty = SampleTicket(name: "", venue: "", address: "", tier: "", colour: "")

    /// What is on the ticket.
    var face: TicketFace {
        func moment(_ milliseconds: Int64?) -> Timestamp? {
            milliseconds.flatMap { Timestamp.range.contains($0) ? Timestamp(milliseconds: $0) : nil }
        }
        func line(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.prefix(EventForm.longestText)))
        }
        let times = TicketTimes(doors: moment(opens), starts: moment(starts), zone: .machine)
        return TicketFace(
            // As many characters as a code has, so that it looks like one; no door takes it.
            code: String(repeating: "NO TICKET ", count: 10) + "SAMPLE: ",
            id: "00000000-0000-0000-0000-000000000000", number: "0000 0000",
            event: name.isEmpty ? "Your event" : line(name), when: times.day, times: times.times, venue: line(venue),
            address: line(address), tier: line(tier), holder: "Name of the guest",
            colour: TicketColour(colour).map { PaperColour($0.hex) } ?? TicketFace.usualColour)
    }
}
