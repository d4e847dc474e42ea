// What goes over the wire, held against its description.

import Accounts
import Admission
import Attendance
import CEmbedded
import FoundationEssentials
import Ledger
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

struct DescriptionTests {
    /// The schemas of openapi.json, as far as they are read here.
    private struct Description: Decodable {
        struct Schema: Decodable { let properties: [String: Member]? }
        struct Member: Decodable {
            let items: Items?
        }
        struct Items: Decodable { let properties: [String: Empty]? }
        struct Empty: Decodable {}
        struct Components: Decodable { let schemas: [String: Schema] }
        let components: Components
    }

    private struct Object: Decodable {
        let members: [String]

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            members = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue).sorted()
        }
    }

    private func members(of value: some Encodable) throws -> [String] {
        try JSONDecoder().decode(Object.self, from: try JSONEncoder().encode(value)).members
    }

    @Test("Requests and answers have the members that the description names")
    func members() throws {
        let description = try JSONDecoder().decode(
            Description.self, from: Data(String(cString: embedded_openapi_json()).utf8))
        func described(_ schema: String, _ member: String? = nil) throws -> [String] {
            let schema = try #require(description.components.schemas[schema])
            guard let member else { return try #require(schema.properties).keys.sorted() }
            return try #require(schema.properties?[member]?.items?.properties).keys.sorted()
        }
        let box = BoxID.random()
        let claim = Wire.ClaimRequest(
            number: 1, ticket: .random(), event: .random(), zone: "main", ordinal: 1, kind: .entry, gate: "main", at: 0,
            hlc: 0)
        #expect(try members(of: claim) == described("Claim"))
        let places = Wire.PlaceRequest(
            event: .random(), zone: "main", places: 0, line: .sample(1), turn: 0, wanted: 1)
        #expect(try members(of: places) == described("PlaceRequest"))
        #expect(try members(of: Wire.PlaceAnswer(places: 1, turn: 1, later: true)) == described("PlaceAnswer"))
        let other = Wire.ClaimAnswer.GrantedClaim(
            ordinal: 1, kind: .entry, box: box, number: 1, name: "north", gate: "main", at: 0, hlc: 0)
        #expect(try members(of: other) == described("ClaimAnswer", "claims"))
        #expect(try members(of: Wire.ClaimAnswer(won: true, claims: [other])) == described("ClaimAnswer"))
        let log = Wire.Have.Log(kind: .scan, box: box, points: [.sample(1)])
        #expect(try members(of: log) == described("Have", "logs"))
        let have = Wire.Have(epoch: .random(), rev: 1, cursor: "", relay: false, logs: [log], closed: [])
        #expect(try members(of: have) == described("Have"))
        let page = Wire.Page(epoch: .random(), from: 0, rev: 1, more: false, records: [])
        #expect(try members(of: page) == described("Page"))
        let upload = Wire.Upload(records: [], cursor: "", epoch: .random(), after: 0)
        #expect(try members(of: upload) == described("Upload"))
        #expect(try members(of: Wire.UploadAnswer(results: [], page: page)) == described("UploadAnswer"))
        let bytes = RecordBytes([1])
        let membership = try InvitedMembership(
            of: EnrolmentCode(), name: "north", rights: MemberRights(.gate), serial: 1,
            start: Timestamp(milliseconds: 1), signedBy: MasterKey.random().rootKey())
        #expect(try members(of: membership) == described("InvitedMembership"))
        let known = Wire.Box(box: box, name: "north", key: bytes, revoked: false, membership: membership)
        #expect(try members(of: known) == described("Box"))
        let enrolment = Wire.Enrolment(box: box, key: bytes, code: bytes, proof: bytes, signature: bytes)
        #expect(try members(of: enrolment) == described("Enrolment"))
        let key = Wire.Keys.Key(event: .random(), epoch: 1, id: "", sealed: bytes)
        #expect(try members(of: key) == described("Keys", "keys"))
        #expect(try members(of: Wire.OrganiserLogIn(name: "", password: "")) == described("OrganiserLogIn"))
        let who = Wire.OrganiserIdentity(name: "", role: .viewer)
        let shown = Wire.OrganiserPage(now: 0, version: "", who: who, office: true, state: LiveState())
        #expect(try members(of: shown) == described("OrganiserPage"))
        let search = Wire.OrganiserSearch(text: "", limit: 1)
        #expect(try members(of: search) == described("OrganiserSearch"))
        let found = Wire.OrganiserTickets(tickets: [], more: false, note: "")
        #expect(try members(of: found) == described("OrganiserTickets"))
        #expect(try members(of: Wire.OrganiserDoubles(doubles: [], earlier: "")) == described("OrganiserDoubles"))
        let event = Event(
            slug: "a", name: "A", opens: .init(milliseconds: 1), closes: .init(milliseconds: 2), note: "",
            dayStarts: .init(milliseconds: 1))
        let rules = OrganiserRules(event, [Zone(name: .main, capacity: 1)])
        #expect(try members(of: rules) == described("OrganiserRules"))
        #expect(try members(of: rules.zones[0]) == described("OrganiserRules", "zones"))
        let change = EventChangeEntry(at: 0, by: "", what: "")
        #expect(try members(of: change) == described("OrganiserEvent", "changes"))
        let shownEvent = Wire.OrganiserEvent(version: "", rules: rules, closed: 0, changes: [])
        #expect(try members(of: shownEvent) == described("OrganiserEvent"))
        let request = Wire.OrganiserRulesRequest(version: "", rules: rules)
        #expect(try members(of: request) == described("OrganiserRulesRequest"))
        #expect(try members(of: Wire.OrganiserClosing(closed: true)) == described("OrganiserClosing"))
        let alert = LiveState.AlertState(kind: "", text: "", started: 0)
        #expect(try members(of: alert) == described("LiveState", "alerts"))
        let day = LiveState.DayState(date: "", begins: 0)
        #expect(try members(of: day) == described("LiveState", "days"))
        let problem = Wire.Problem(type: "about:blank", title: "", status: 400, detail: "", revocations: [])
        #expect(try members(of: problem) == described("Problem"))
    }
}
