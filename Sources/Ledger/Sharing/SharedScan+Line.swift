// A scan as a line, without `Codable`.

import TicketSigning

extension SharedScan {
    /// Writes the members in the order of their names.
    func write(to line: inout LineWriter) {
        line.add("actor", actor)
        line.add("at", at)
        line.add("box", box)
        line.add("chain", chain)
        line.add("decided", decided)
        line.add("event", event)
        line.add("gate", gate)
        line.add("hlc", hlc)
        line.add("kind", kind)
        line.add("mark", mark)
        line.add("people", people)
        line.add("reason", reason)
        line.add("seq", seq)
        line.add("slot", slot)
        line.add("ticket", ticket)
        line.add("undone_box", undoneBox)
        line.add("undone_seq", undoneSeq)
        line.add("verdict", verdict)
        line.add("why", why)
        line.add("zone", zone)
    }

    /// Reads a scan; returns `nil` if a required member is missing.
    init?(_ line: inout LineReader) {
        actor = line.text("actor")
        guard let at: Int64 = line.integer("at"), let box: BoxID = line.identifier("box"),
            let chain = line.bytes("chain")
        else { return nil }
        (self.at, self.box, self.chain) = (at, box, chain)
        decided = line.text("decided")
        guard let event: EventID = line.identifier("event"), let gate = line.text("gate"),
            let hlc: Int64 = line.integer("hlc"), let kind = line.text("kind")
        else { return nil }
        (self.event, self.gate, self.hlc, self.kind) = (event, gate, hlc, kind)
        mark = line.bytes("mark")
        guard let people: Int = line.integer("people"), let reason = line.text("reason"),
            let seq: Int64 = line.integer("seq")
        else { return nil }
        (self.people, self.reason, self.seq) = (people, reason, seq)
        slot = line.integer("slot")
        ticket = line.identifier("ticket")
        undoneBox = line.identifier("undone_box")
        undoneSeq = line.integer("undone_seq")
        guard let verdict = line.text("verdict") else { return nil }
        self.verdict = verdict
        why = line.text("why")
        guard let zone = line.text("zone") else { return nil }
        self.zone = zone
    }
}
