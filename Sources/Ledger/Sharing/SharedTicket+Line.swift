// A ticket as a line, without `Codable`.

import TicketSigning

extension SharedTicket {
    /// Writes the members in the order of their names.
    func write(to line: inout LineWriter) {
        line.add("admits", admits)
        line.add("barcode", barcode)
        line.add("closes", closes)
        line.add("epoch", epoch)
        line.add("event", event)
        line.add("first", first)
        line.add("holder", holder)
        line.add("id", id)
        line.add("note", note)
        line.add("opens", opens)
        line.add("reference", reference)
        line.add("removed", removed)
        line.add("replaces", replaces)
        line.add("stamp", stamp)
        line.add("tier", tier)
        line.add("user", user)
    }

    /// Reads a ticket; returns `nil` if a required member is missing.
    init?(_ line: inout LineReader) {
        admits = line.integer("admits")
        barcode = line.text("barcode")
        closes = line.integer("closes")
        guard let epoch: UInt32 = line.integer("epoch"), let event: EventID = line.identifier("event"),
            let first = line.text("first")
        else { return nil }
        (self.epoch, self.event, self.first) = (epoch, event, first)
        holder = line.text("holder")
        guard let id: TicketID = line.identifier("id") else { return nil }
        self.id = id
        note = line.text("note")
        opens = line.integer("opens")
        reference = line.text("reference")
        removed = line.flag("removed")
        replaces = line.identifier("replaces")
        guard let stamp = line.stamp("stamp") else { return nil }
        self.stamp = stamp
        tier = line.text("tier")
        guard let user: UserID = line.identifier("user") else { return nil }
        self.user = user
    }
}
