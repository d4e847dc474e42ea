// The rules of a door once more, as plainly as they can be said: lists in memory, no database, no rule objects.

import Ledger
import TicketSigning

/// What the door should say, worked out from docs/verdicts.md and nothing of `Admission`.
struct DoorModel {
    /// What is compared with the door: answer, reason and count.
    struct Answer: Equatable {
        let answer: String
        let reason: String
        let count: Int
    }

    /// A ticket on the list.
    struct Row {
        var tier: String?
        var admits: Int?
        var note: String?
        var opens: Int64?
        var closes: Int64?
        var replaces: TicketID?
        var status = "valid"
        /// Before the blocks and withdrawals it is under.
        var before = "valid"
    }

    /// Somebody who went in (1), came back and was counted already (0), or went out (-1).
    struct Step {
        let ticket: TicketID
        let at: Int64
        let people: Int
        let isExit: Bool
        let isReturn: Bool
    }

    let event: Event
    let tiers: [String: EntryPolicy]
    let capacity: Int?
    let asksWhenFull: Bool
    private(set) var rows: [TicketID: Row] = [:]
    private(set) var steps: [Step] = []

    init(event: Event, tiers: [String: EntryPolicy], capacity: Int?, asksWhenFull: Bool) {
        self.event = event
        self.tiers = tiers
        self.capacity = capacity
        self.asksWhenFull = asksWhenFull
    }

    /// Whoever leaves with a ticket that nobody is inside with takes nobody out.
    var inside: Int {
        Dictionary(grouping: steps) { root(of: $0.ticket) }.values.reduce(0) { $0 + Self.presence(after: $1).inside }
    }

    private static func presence(after steps: [Step]) -> (inside: Int, left: Int) {
        var (inside, left) = (0, 0)
        for step in steps {
            if step.isExit && inside > 0 { left += 1 }
            inside = step.isExit ? max(inside - 1, 0) : inside + step.people
        }
        return (inside, left)
    }

    /// How often each ticket let somebody in, returns included.
    var admissions: [TicketID: Int] {
        steps.filter { !$0.isExit }.reduce(into: [:]) { $0[$1.ticket, default: 0] += 1 }
    }

    // MARK: - The list

    mutating func issue(_ id: TicketID, _ row: Row) {
        rows[id] = row
    }

    /// `false` where the status does not allow it.
    mutating func change(_ action: TicketAction, of id: TicketID) -> Bool {
        guard var row = rows[id], row.status != "replaced" else { return false }
        let isStopped = row.status == "blocked" || row.status == "revoked"
        switch action {
        case .pay where !isStopped: row.status = "valid"
        case .block where row.status != "revoked":
            if !isStopped { row.before = row.status }
            row.status = "blocked"
        case .revoke:
            if !isStopped { row.before = row.status }
            row.status = "revoked"
        case .restore where isStopped: row.status = row.before
        case .restore where row.status == "valid": break
        default: return false
        }
        rows[id] = row
        return true
    }

    /// `false` where the status does not allow it.
    mutating func reissue(_ id: TicketID, as new: TicketID) -> Bool {
        guard var row = rows[id], row.status == "valid" || row.status == "unpaid" else { return false }
        rows[id]?.status = "replaced"
        row.replaces = id
        rows[new] = row
        return true
    }

    // MARK: - The door

    /// Shows a genuine ticket of this event at a gate, and moves people accordingly.
    mutating func scan(_ id: TicketID, at gate: GateSettings, on now: Int64, byHand: Bool = false) -> Answer {
        let use = Use(of: id, on: now, in: self)
        var objection = objection(to: id, use, at: gate, on: now)
        let people = use.isReturn && !use.addsPerson ? 0 : 1
        if byHand, let against = objection {
            steps.append(Step(ticket: id, at: now, people: people, isExit: false, isReturn: false))
            objection = nil
            return Answer(answer: "admit", reason: against.reason, count: use.taken + 1)
        }
        if let objection { return objection }
        switch gate.direction {
        case .check:
            return Answer(answer: "admit", reason: "checked", count: use.taken)
        case .exit:
            steps.append(Step(ticket: id, at: now, people: -1, isExit: true, isReturn: false))
            return Answer(answer: "admit", reason: "exited", count: max(use.inside - 1, 0))
        case .entry:
            steps.append(Step(ticket: id, at: now, people: people, isExit: false, isReturn: use.isReturn))
            let count = use.isReturn ? min(use.taken + 1, max(use.admits, use.taken)) : use.taken + 1
            return Answer(answer: "admit", reason: use.isReturn ? "readmitted" : "admitted", count: count)
        }
    }

    /// Takes the last step of a ticket back: `true`, `false` if it is too old, `nil` if there is none.
    mutating func undo(_ id: TicketID, on now: Int64) -> Bool? {
        let line = line(of: id)
        guard let last = steps.lastIndex(where: { line.contains($0.ticket) }) else { return nil }
        guard event.undoTime > .zero, .milliseconds(now - steps[last].at) <= event.undoTime else { return false }
        steps.remove(at: last)
        return true
    }

    private func objection(to id: TicketID, _ use: Use, at gate: GateSettings, on now: Int64) -> Answer? {
        func no(_ reason: String) -> Answer { Answer(answer: "refuse", reason: reason, count: use.taken) }
        func ask(_ reason: String) -> Answer { Answer(answer: "ask", reason: reason, count: use.taken) }
        if gate.direction == .exit { return use.inside == 0 && event.exits == .strict ? no("not-inside") : nil }
        let row = rows[id]
        let tier = row?.tier.flatMap { tiers[$0] }
        if row == nil && event.unlisted == .refuse { return no("unknown-ticket") }
        if row == nil && event.unlisted == .ask { return ask("unknown-ticket") }
        if row?.status == "revoked" { return no("revoked") }
        if row?.status == "replaced" { return no("replaced") }
        if row?.status == "blocked" { return no("blocked") }
        let opens = row?.opens ?? tier?.opens?.milliseconds ?? event.opens?.milliseconds
        let closes = row?.closes ?? tier?.closes?.milliseconds ?? event.closes?.milliseconds
        if let opens, now < opens { return no("too-early") }
        if let closes, now >= closes { return no("too-late") }
        if let gates = tier?.gates, !gates.contains(gate.name) { return no("wrong-gate") }
        if let tiers = gate.tiers, !tiers.contains(row?.tier ?? "") { return no("wrong-tier") }
        if row?.status == "unpaid" { return ask("unpaid") }
        if gate.direction == .entry {
            if use.reentry != .unlimited && use.taken >= use.admits { return no("already-used") }
            if let capacity, inside >= capacity, use.addsPerson { return asksWhenFull ? ask("full") : no("full") }
        }
        let hasNote = row?.note != nil || tier?.notes.isEmpty == false || event.note != nil
        return hasNote ? ask("check") : nil
    }

    /// A ticket and all that it stands for.
    private func line(of id: TicketID) -> Set<TicketID> {
        var line: Set = [id]
        var older = rows[id]?.replaces
        while let next = older, line.insert(next).inserted { older = rows[next]?.replaces }
        return line
    }

    /// The ticket at the beginning of those that it stands for.
    private func root(of id: TicketID) -> TicketID {
        var (root, passed) = (id, Set([id]))
        while let older = rows[root]?.replaces, passed.insert(older).inserted { root = older }
        return root
    }

    /// How far a ticket is used up at a moment.
    private struct Use {
        let admits: Int
        let reentry: Reentry
        let inside: Int
        let taken: Int
        let isReturn: Bool
        var addsPerson: Bool { reentry == .none || reentry == .afterExit || inside < admits }

        init(of id: TicketID, on now: Int64, in model: DoorModel) {
            let line = model.line(of: id)
            let own = model.steps.filter { line.contains($0.ticket) }
            let row = model.rows[id]
            let tier = row?.tier.flatMap { model.tiers[$0] }
            let admits = row?.admits ?? tier?.admits ?? model.event.admits
            let (inside, left) = DoorModel.presence(after: own)
            let entries = own.filter { !$0.isExit }
            self.admits = admits
            self.inside = inside
            reentry = tier?.reentry ?? model.event.reentry
            switch reentry {
            case .none:
                (taken, isReturn) = (entries.count, false)
            case .afterExit:
                // Whoever left and has not come back may.
                (taken, isReturn) = (inside, left > entries.count { $0.isReturn })
            case .unlimited:
                (taken, isReturn) = (min(entries.count, admits), entries.count >= admits)
            case .perDay:
                let opening = model.event.dayStarts ?? model.event.opens ?? Timestamp(milliseconds: 0)
                func day(_ at: Int64) -> Int64 {
                    Int64((Double(at - opening.milliseconds) / 86_400_000).rounded(.down))
                }
                let today = entries.count { day($0.at) == day(now) }
                let faces = entries.count { day($0.at) != day(now) && !$0.isReturn }
                (taken, isReturn) = (today, today < faces)
            }
        }
    }
}
