// Alerts, double admissions and searches on the organiser's page.

import Accounts
import Admission
import Alerts
import Attendance
import FoundationEssentials
import Ledger
import Logging
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

struct OrganiserPageTests {
    private struct Doubles: Decodable {
        struct Double: Decodable, Hashable { let ticket: String }
        let doubles: [Double]
        let earlier: String?
    }

    private struct Page: Decodable {
        struct State: Decodable {
            let doubles: [Doubles.Double]
            let earlierDoubles: String?
            let doubleCount: Int
            let alerts: [LiveState.AlertState]
            let closed: Int64?
        }
        let state: State
    }

    private struct Found: Decodable {
        struct Ticket: Decodable { let id, holder: String }
        let tickets: [Ticket]
        let more: Bool
        let note: String?
    }

    private func read<Value: Decodable>(_ answer: (status: Int, body: String)) throws -> Value {
        #expect(answer.status == 200, "\(answer.body)")
        return try JSONDecoder().decode(Value.self, from: Data(answer.body.utf8))
    }

    @Test("Each box is on the page with its gate and version, the hub's own ledger with the hub's")
    func versions() async throws {
        try await AccountScene.serve { scene in
            let box = try await scene.hub.box("north-1")
            let report = BoxReport(version: "0.9.0")
            report.follow { .main }
            await box.connection.tell(report)
            _ = try await box.connection.have(scans: 0)
            let viewer = try await scene.session(.viewer)
            let wanted = [#""gate":"main""#, #""version":"0.9.0""#, #""version":"1.2.3""#]
            try await eventually {
                let state = try await scene.ask("GET", "/organiser/state", as: viewer).body
                return wanted.allSatisfy(state.contains)
            }
        }
    }

    @Test("An alert is on the page with its beginning while it lasts, for those who see what it is about")
    func alerts() async throws {
        try await AccountScene.serve { scene in
            let box = try await scene.hub.box("night-gate", events: [scene.night])
            let book = AlertBook(path: nil, channels: [], now: 1, logger: AccountScene.silent)
            await scene.desk.show(book)
            func wrong(_ kind: AlertKind, _ thing: String) -> AlertReading {
                AlertReading(kind, of: thing, named: "it", .wrong("\(kind.rawValue) of \(thing)."))
            }
            let night = [
                wrong(.boxBranched, "\(box.id)"), wrong(.doubleAdmissions, "\(scene.night)"),
            ]
            let kinds: [AlertKind] = [.boxBranched, .doubleAdmissions, .boxRevoked]
            // A box that is not there any more.
            await book.observe(night + [wrong(.boxRevoked, "gone")], of: kinds, at: 7000, .now)
            func expect(_ count: Int, _ role: AccountRole, of events: Set<EventID>?) async throws {
                let secret = try await scene.session(role, of: events)
                try await eventually {
                    let page: Page = try read(try await scene.ask("GET", "/organiser/state", as: secret))
                    return page.state.alerts.count == count && page.state.alerts.allSatisfy { $0.started == 7000 }
                }
            }
            try await expect(3, .viewer, of: nil)
            try await expect(2, .viewer, of: [scene.night])
            try await expect(0, .organiser, of: [scene.other])
            await book.observe([], of: kinds, at: 8000, .now)
            try await expect(0, .viewer, of: nil)
        }
    }

    @Test("All double admissions can be read, part by part, and by nobody who may not see the event")
    func doubles() async throws {
        try await AccountScene.serve { scene in
            let ledger = await scene.desk.ledger
            let event = try #require(try await ledger.event(named: "night"))
            let tickets = (0..<203).map { _ in Ticket(event: event.id, user: .random(), id: .random()) }
            try await ledger.add(tickets.map { IssuedTicket(ticket: $0, epoch: 1) })
            let own = try await ledger.ownBox()
            let desk = AdmissionDesk(
                verifier: TicketVerifier(keyRing: KeyRing()), ledger: ledger, box: own, event: event, gate: .main)
            for (number, ticket) in tickets.enumerated() {
                for person in 0..<2 {
                    let moment = Timestamp(milliseconds: scene.hub.clock.now + Int64(number) * 60_000)
                    let who = try Attribution(actor: "joel", why: "person \(person)")
                    _ = try await desk.admitAnyway(ticket, on: moment, by: who)
                }
            }
            let viewer = try await scene.session(.viewer)
            var state: Page.State?
            try await eventually {
                let page: Page = try read(
                    try await scene.ask("GET", "/organiser/state?event=\(event.id)", as: viewer))
                state = page.state
                return page.state.doubleCount == 203
            }
            let first = try #require(state)
            #expect(first.doubles.count == 200)
            let place = try #require(first.earlierDoubles)
            let target = "/organiser/doubles?event=\(event.id)"
            let rest: Doubles = try read(try await scene.ask("GET", target + "&before=\(place)", as: viewer))
            #expect(rest.doubles.count == 3 && rest.earlier == nil)
            let all = first.doubles + rest.doubles
            #expect(all.map(\.ticket) == tickets.reversed().map(\.id.description))
            let again: Doubles = try read(try await scene.ask("GET", target, as: viewer))
            #expect(again.doubles == first.doubles && again.earlier == place)
            for wrong in ["x", "1.2", "1.2.3", "-1.\(own.id).x"] {
                #expect(try await scene.ask("GET", target + "&before=\(wrong)", as: viewer).status == 400)
            }
            #expect(try await scene.ask("GET", "/organiser/doubles", as: viewer).status == 400)
            let other = try await scene.session(.organiser, of: [scene.other])
            #expect(try await scene.ask("GET", target, as: other).status == 403)
        }
    }

    @Test("A scanned code finds its ticket; one that is forged, damaged or of another event does not, and says why")
    func codes() async throws {
        try await AccountScene.serve { scene in
            let desk = try await scene.session(.desk)
            func find(_ text: String, as secret: String) async throws -> Found {
                try read(try await scene.find(text, as: secret))
            }
            let found = try await find(scene.code, as: desk)
            #expect(found.tickets.map(\.id) == ["\(scene.ticket)"] && found.note == nil)
            // The hub does not have the key of this one.
            let unknown = try await find(scene.otherCode, as: desk)
            #expect(unknown.tickets.map(\.id) == ["\(scene.otherTicket)"])
            #expect(unknown.note?.contains("Nobody knows whether this code is genuine") == true)
            var forged = Array(scene.code)
            let last = forged.index(forged.endIndex, offsetBy: -4)
            forged[last] = forged[last] == "0" ? "1" : "0"
            let forgery = try await find(String(forged), as: desk)
            #expect(forgery.tickets.isEmpty && forgery.note == "The signature of the ticket code is not valid.")
            let damaged = try await find(String(scene.code.dropLast(5)), as: desk)
            #expect(damaged.tickets.isEmpty && damaged.note?.contains("damaged") == true)
            let limited = try await scene.session(.desk, of: [scene.other])
            let outside = try await find(scene.code, as: limited)
            #expect(outside.tickets.isEmpty && outside.note?.contains("on no list that you may see") == true)
            #expect(try await scene.find(scene.code, as: scene.session(.viewer)).status == 403)
        }
    }

    @Test("Another platform's barcode finds its tickets at the events that somebody may see")
    func barcodes() async throws {
        try await AccountScene.serve { scene in
            let ledger = await scene.desk.ledger
            let barcode = "EB-4471 %20 0017"
            for event in [scene.night, scene.other] {
                _ = try ledger.stageTickets(of: event) { add in
                    try add(
                        ImportedTicket(
                            line: 2, event: event, identity: ["barcode", barcode], person: nil, tier: nil,
                            status: .valid, holder: "Bo Example", reference: nil, admits: nil, note: nil, opens: nil,
                            closes: nil, barcode: barcode))
                }
                try await ledger.addStagedTickets(of: event, epoch: 1)
            }
            let (all, some) = (try await scene.session(.desk), try await scene.session(.desk, of: [scene.night]))
            for (secret, count) in [(all, 2), (some, 1)] {
                let found: Found = try read(try await scene.find(barcode, as: secret))
                #expect(found.tickets.map(\.holder) == Array(repeating: "Bo Example", count: count))
            }
        }
    }

    @Test("A search says that there is more, and finds it with a higher limit")
    func more() async throws {
        try await AccountScene.serve { scene in
            let event = scene.night
            try await scene.desk.ledger.add(
                (0..<70).map {
                    IssuedTicket(
                        ticket: Ticket(event: event, user: .random(), id: .random()), epoch: 1, holder: "Guest \($0)")
                })
            let desk = try await scene.session(.desk)
            let few: Found = try read(try await scene.find("guest", as: desk))
            #expect(few.tickets.count == 50 && few.more)
            for (limit, more) in [(69, true), (70, false), (1000, false)] {
                let found: Found = try read(try await scene.find("guest", limit: limit, as: desk))
                #expect(found.tickets.count == min(limit, 70) && found.more == more)
                #expect(Set(found.tickets.map(\.id)).count == found.tickets.count)
            }
            for limit in [-1, 0, 1001] {
                #expect(try await scene.find("guest", limit: limit, as: desk).status == 422)
            }
            for text in ["", String(repeating: "a", count: 501)] {
                #expect(try await scene.find(text, as: desk).status == 422)
            }
        }
    }

    @Test("What is searched for is in no line of the log")
    func log() async throws {
        let lines = AccountServerTests.Lines()
        let logger = Logger(label: "test") { _ in AccountServerTests.LineKeeper(lines: lines) }
        try await AccountScene.serve(logger: logger) { scene in
            let desk = try await scene.session(.desk)
            for text in [scene.code, "ada", "secret-barcode"] {
                #expect(try await scene.find(text, as: desk).status == 200)
            }
            let text = lines.text.withLock(\.self)
            for secret in [scene.code, "ada", "Ada", "secret-barcode"] { #expect(!text.contains(secret), "\(secret)") }
        }
    }
}
