// Every rule's verdict, and which rule speaks first.

import Ledger
import Testing
import TicketSigning

@testable import Admission

struct EntryRulesTests {
    let good = Situation()

    func place(_ name: String) throws -> PlaceName {
        try #require(PlaceName(name))
    }

    /// Takes the first faults of a ticket away, in the order of the rules.
    static let mends: [@Sendable (inout Situation) -> Void] = [
        { $0.ticketEvent = nil }, { $0.isListed = true }, { $0.status = .blocked }, { $0.status = .unpaid },
        { $0.listedEpoch = 1 }, { $0.opens = nil }, { $0.tier.policy.gates = nil }, { $0.status = .valid },
        { $0.event.reentry = .none }, { $0.movements = [] },
        { $0.inside = 0 }, { $0.note = nil },
    ]

    @Test(
        "With all faults at once the first rule answers, and with that fault mended the next",
        arguments: [
            (0, "refuse wrong-event"), (1, "refuse unknown-ticket"), (2, "refuse revoked"), (3, "refuse blocked"),
            (4, "refuse old-key"), (5, "ask too-early"), (6, "refuse wrong-gate"), (7, "ask unpaid"),
            (8, "ask clock-not-trusted"), (9, "refuse already-used"), (10, "refuse full"), (11, "ask check"),
            (12, "admit admitted"),
        ]
    )
    func precedence(mended: Int, expected: String) throws {
        var situation = good
        situation.ticketEvent = .random()
        situation.isListed = false
        situation.status = .revoked
        situation.listedEpoch = 2
        situation.event.reentry = .perDay
        situation.clock = .stepped(by: .seconds(1))
        situation.opens = good.at(1)
        situation.tier.policy.gates = [try place("north")]
        situation.movements = [good.moved(.entry, -1)]
        situation.zone = Zone(name: .main, capacity: 1)
        situation.inside = 1
        situation.note = "student card"
        for mend in Self.mends.prefix(mended) { mend(&situation) }
        let verdict = Verdict(situation.outcome, in: situation.context)
        #expect("\(verdict.answer.rawValue) \(verdict.reasonCode)" == expected)
    }

    @Test("A replaced ticket is refused as replaced")
    func replaced() {
        #expect(good.with(\.status, .replaced).objection == .refuse(.replaced))
    }

    @Test("A blocked ticket is refused with what staff said, else with its note")
    func blocked() {
        let blocked = good.with(\.status, .blocked).with(\.note, "18+")
        #expect(blocked.objection == .refuse(.blocked(note: "18+")))
        #expect(blocked.with(\.statusWhy, "stolen").objection == .refuse(.blocked(note: "stolen")))
    }

    @Test("A ticket that is on no list is treated as the event says")
    func unlisted() {
        let stranger = good.with(\.isListed, false)
        #expect(stranger.objection == .refuse(.unknownTicket))
        #expect(stranger.with(\.event.unlisted, .ask).objection == .ask(.unknownTicket))
        let welcome = stranger.with(\.event.unlisted, .admit)
        #expect(welcome.objection == nil)
        #expect(welcome.with(\.movements, [good.moved(.entry, -1)]).objection?.refusal.reason == .alreadyUsed)
    }

    @Test(
        "A ticket that is on no list and was replaced is refused, whatever the event says",
        arguments: UnlistedPolicy.allCases)
    func unlistedAndReplaced(policy: UnlistedPolicy) {
        let old = good.with(\.isListed, false).with(\.event.unlisted, policy).with(\.root, .random())
        #expect(old.objection == .refuse(policy == .refuse ? .unknownTicket : .replaced))
    }

    @Test("A window opens at its first moment and is closed at its last")
    func window() {
        func judge(_ opens: Double?, _ closes: Double?) -> Objection? {
            good.with(\.event.opens, opens.map(good.at)).with(\.event.closes, closes.map(good.at)).objection
        }
        #expect(judge(0, 0.001) == nil)
        #expect(judge(0.001, 1) == .refuse(.tooEarly(opens: good.at(0.001))))
        #expect(judge(-5, 0) == .refuse(.tooLate(closed: good.now)))
        #expect(judge(nil, 0) == .refuse(.tooLate(closed: good.now)))
    }

    @Test("A closed event is too late for every ticket, whatever its times and the clock, and lets all leave")
    func closedEvent() {
        let closed = good.with(\.event.closed, good.at(60))
        #expect(closed.objection == .refuse(.tooLate(closed: good.at(60))))
        let late = closed.with(\.tier.policy.closes, good.at(3600)).with(\.closes, good.at(7200))
        #expect(late.objection == .refuse(.tooLate(closed: good.at(60))))
        #expect(late.with(\.clock, .stepped(by: .seconds(600))).objection == late.objection)
        let exit = GateSettings(name: .main, direction: .exit)
        let leaving = closed.with(\.gate, exit).with(\.movements, [good.moved(.entry, -60)])
        #expect(leaving.objection == nil)
    }

    @Test("A ticket's window goes before its tier's, and the tier's before the event's")
    func nearestWindow() {
        let closed = good.with(\.event.opens, good.at(60)).with(\.event.closes, good.at(120))
        let early = closed.with(\.tier.policy.opens, good.at(0))
        #expect(early.objection == nil)
        #expect(early.with(\.opens, good.at(1)).objection == .refuse(.tooEarly(opens: good.at(1))))
        #expect(early.with(\.closes, good.at(0)).objection == .refuse(.tooLate(closed: good.at(0))))
    }

    @Test(
        "While the clock is not trusted, a window asks staff and every other rule answers as before",
        arguments: [
            ClockTrust.behind(newest: Timestamp(milliseconds: 1_790_000_000_001)), .stepped(by: .seconds(600)),
        ]
    )
    func untrustedClock(clock: ClockTrust) {
        let doubtful = good.with(\.clock, clock)
        #expect(doubtful.with(\.opens, good.at(1)).objection == .ask(.tooEarly(opens: good.at(1))))
        #expect(doubtful.with(\.closes, good.at(0)).objection == .ask(.tooLate(closed: good.at(0))))
        #expect(doubtful.with(\.status, .revoked).objection == .refuse(.revoked))
        #expect(doubtful.with(\.movements, [good.moved(.entry, -1)]).objection?.refusal.reason == .alreadyUsed)
        #expect(doubtful.objection == nil)
    }

    @Test("Set by a day, the clock lets nobody in whom the time before would not, and asks staff")
    func windowByAnotherClock() {
        let day = Duration.seconds(86_400)
        // Tomorrow's ticket, the clock set forward; yesterday's, the clock set back.
        let tomorrow = good.with(\.opens, good.at(-60)).with(\.clock, .stepped(by: day))
        #expect(tomorrow.objection == .ask(.tooEarly(opens: good.at(-60))))
        let yesterday = good.with(\.closes, good.at(60))
        #expect(yesterday.with(\.clock, .stepped(by: .zero - day)).objection == .ask(.tooLate(closed: good.at(60))))
        #expect(yesterday.with(\.clock, .behind(newest: good.at(90))).objection == .ask(.tooLate(closed: good.at(60))))
        // In time by both.
        let both = good.with(\.opens, good.at(-90_000)).with(\.clock, .stepped(by: day))
        #expect(both.objection == nil)
    }

    @Test(
        "While the clock is not trusted, a ticket that enters once a day goes to staff, used today or not",
        arguments: [
            ClockTrust.behind(newest: Timestamp(milliseconds: 1_800_000_000_000)), .stepped(by: .seconds(86_400)),
        ]
    )
    func perDayByAnotherClock(clock: ClockTrust) {
        let festival = good.with(\.tier.policy.reentry, .perDay).with(\.event.opens, good.at(-200_000))
        for seconds in [-100_000, -60] as [Double] {
            let used = festival.with(\.movements, [good.moved(.entry, seconds)])
            #expect(used.objection != .ask(.clockNotTrusted))
            #expect(used.with(\.clock, clock).objection == .ask(.clockNotTrusted))
            // Nobody is kept in.
            let exit = used.with(\.clock, clock).with(\.gate, GateSettings(name: .main, direction: .exit))
            #expect(exit.objection == nil)
        }
        #expect(good.with(\.clock, clock).objection == nil)
    }

    @Test("A code with another key than its ticket's is objected to, whether it is older or newer")
    func oldKey() {
        let old = good.with(\.listedEpoch, 2)
        #expect(old.objection == .refuse(.oldKey))
        #expect(old.with(\.event.oldKeys, .ask).objection == .ask(.oldKey))
        #expect(old.with(\.codeEpoch, 2).objection == nil)
        #expect(good.with(\.codeEpoch, 2).objection == .refuse(.oldKey))
        #expect(old.with(\.status, .revoked).objection == .refuse(.revoked))
        let stranger = good.with(\.isListed, false).with(\.event.unlisted, .admit)
        #expect(stranger.with(\.newestEpoch, 1).objection == nil)
        #expect(stranger.with(\.newestEpoch, 2).objection == .refuse(.oldKey))
        #expect(stranger.with(\.newestEpoch, 1).with(\.codeEpoch, 2).objection == nil)
    }

    @Test("A gate with tiers admits these and no other, and a restricted zone nobody whom no list names")
    func tiers() throws {
        let door = try place("stage")
        let crew = good.with(\.gate, GateSettings(name: door, tiers: ["VIP", "Crew"]))
        #expect(crew.objection == nil)
        let refused = Objection.refuse(.wrongTier(["Artist", "Crew"]))
        let others = good.with(\.gate, GateSettings(name: door, tiers: ["Crew", "Artist"]))
        #expect(others.objection == refused)
        // A tier that lists the gate still has to be on the gate's list, and the other way round.
        #expect(others.with(\.tier.policy.gates, [door]).objection == refused)
        let elsewhere = try place("north")
        #expect(crew.with(\.tier.policy.gates, [elsewhere]).objection == .refuse(.wrongGate([elsewhere])))
        // Of a ticket that is on no list, nobody knows the tier.
        let stranger = crew.with(\.isListed, false).with(\.event.unlisted, .admit)
        #expect(stranger.objection == .refuse(.wrongTier(["Crew", "VIP"])))

        let zone = Zone(name: .main, isRestricted: true)
        let restricted = good.with(\.zone, zone).with(\.gate, GateSettings(name: door))
        #expect(restricted.objection == .refuse(.wrongTier([])))
        #expect(restricted.with(\.tier.policy.gates, [door]).objection == nil)
        #expect(crew.with(\.zone, zone).objection == nil)
        #expect(others.with(\.zone, zone).objection == refused)
        // Whoever is inside leaves, whoever admitted them.
        let exit = restricted.with(\.gate, GateSettings(name: door, direction: .exit))
        #expect(exit.objection == nil)
    }

    @Test("A tier with gates enters by these and no other; without, by all")
    func gates() throws {
        let (north, vip) = (try place("north"), try place("vip"))
        let picky = good.with(\.tier.policy.gates, [north, vip])
        #expect(picky.objection == .refuse(.wrongGate([north, vip])))
        #expect(picky.with(\.gate, GateSettings(name: vip)).objection == nil)
    }

    @Test("A full zone refuses or asks, as it says, until somebody leaves; and counts no one twice")
    func full() {
        let zone = Zone(name: .main, capacity: 3)
        let crowded = good.with(\.zone, zone).with(\.inside, 3)
        #expect(crowded.objection == .refuse(.full(zone)))
        #expect(crowded.with(\.inside, 2).objection == nil)
        let asking = Zone(name: .main, capacity: 3, whenFull: .ask)
        #expect(crowded.with(\.zone, asking).objection == .ask(.full(asking)))
        let inside = crowded.with(\.event.reentry, .unlimited).with(\.movements, [good.moved(.entry, -60)])
        #expect(inside.objection == nil)
    }

    @Test("Notes of event, tier and ticket all ask staff")
    func notes() {
        let noted = good.with(\.event.note, "bag check").with(\.tier, Tier(name: "Student", note: "student card"))
            .with(\.note, "plus one")
        #expect(noted.objection == .ask(.check(note: "bag check; student card; plus one")))
    }

    @Test("The closest word on how many people a ticket admits holds")
    func admits() {
        let pair = good.with(\.movements, [good.moved(.entry, -1)])
        #expect(pair.objection?.refusal.reason == .alreadyUsed)
        #expect(pair.with(\.event.admits, 2).outcome == .admitted(count: 2))
        #expect(pair.with(\.event.admits, 2).with(\.tier.policy.admits, 1).objection != nil)
        #expect(pair.with(\.tier.policy.admits, 1).with(\.admits, 4).outcome == .admitted(count: 2))
    }

    @Test("Every rule says in an explanation what it has against a ticket, and the first one decides")
    func explanation() {
        let faulty = good.with(\.status, .unpaid).with(\.note, "18+").with(\.opens, good.at(1))
        let context = faulty.context
        let steps = EntryRules.standard(at: .entry).explanation(in: context)
        let explanation = Explanation(steps: steps, verdict: Verdict(faulty.outcome, in: context))
        #expect(steps.count == 12)
        #expect(steps.compactMap { $0.objection?.refusal.reason } == [.tooEarly, .unpaid, .check])
        #expect(explanation.decisive == 5 && explanation.verdict.reason == .tooEarly)
    }

    private func partnerSituation(isRetired: Bool = false, closes: Int64? = nil) throws -> Situation {
        var situation = Situation()
        let grant = try PartnerGrant(
            event: situation.event.id, eventName: "Summer Night", partner: "Campus shop",
            publicKey: PartnerKey.random().publicKey, closes: closes, ranges: [.init(1...9, tier: "VIP")])
        situation.isListed = false
        situation.granted = GrantedTicket(7, of: GrantRecord(grant: grant, isRetired: isRetired))
        situation.signer = .grant(grant.id)
        return situation
    }

    @Test("A partner's ticket needs no list, and has the tier, the terms and the name that the grant gives it")
    func partner() throws {
        var situation = try partnerSituation()
        #expect(situation.objection == nil)
        #expect(situation.context.history.guestName == "Campus shop 7")
        situation.gate = GateSettings(name: .main, tiers: ["VIP"])
        #expect(situation.objection == nil)
        situation.gate = GateSettings(name: .main, tiers: ["Crew"])
        #expect(situation.objection == .refuse(.wrongTier(["Crew"])))
        let closed = try partnerSituation(closes: 1_790_000_000)
        #expect(closed.objection == .refuse(.tooLate(closed: closed.now)))
        #expect(try partnerSituation(closes: 1_790_000_001).objection == nil)
    }

    @Test("A partner's ticket is signed by that partner, and by no key of the event nor another partner")
    func partnersSignature() throws {
        var situation = try partnerSituation()
        for signer in [TicketSignatory.key(epoch: 1), .key(epoch: 9), .grant(.random())] {
            situation.signer = signer
            #expect(situation.objection == .refuse(.oldKey), "\(signer)")
        }
        // A partner signs no ticket of the list.
        var listed = Situation()
        listed.signer = .grant(.random())
        #expect(listed.objection == .refuse(.oldKey))
        #expect(try partnerSituation(isRetired: true).objection == .refuse(.revoked))
    }
}
