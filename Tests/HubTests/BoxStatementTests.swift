// What boxes tell their hub of themselves.

import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import TestSupport
import Testing

@testable import Hub
@testable import HubClient
@testable import HubProtocol

@Suite(.postgreSQL)
struct BoxStatementTests {
    @Test("The hub keeps the gate and version that a box tells until it tells others", arguments: StoreKind.allCases)
    func kept(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let time = TestTime()
            try await ServedHub.serve(on: store, elapsed: { time.now }) { hub in
                let box = try await hub.box("north-1")
                let report = BoxReport(version: "0.1.0")
                report.follow { .main }
                func said() async throws -> BoxStatement? {
                    _ = try await box.connection.have(scans: 0)
                    return try await hub.service.boxes().first { $0.id == box.id }?.report
                }
                #expect(try await said() == BoxStatement())
                // At once, although its contact was noted a moment ago.
                await box.connection.tell(report)
                #expect(try await said() == BoxStatement(gate: "main", version: "0.1.0"))
                // A command of the same box, with a newer program and no door.
                await box.connection.tell(BoxReport(version: "0.2.0"))
                #expect(try await said() == BoxStatement(gate: "main", version: "0.2.0"))
            }
        }
    }

    @Test("What is no gate's name or no version is left out")
    func hostile() throws {
        func statement(_ gate: String, _ version: String) throws -> BoxStatement {
            var fields = HTTPFields()
            fields[try #require(HTTPField.Name(SignatureHeader.gate))] = gate
            fields[try #require(HTTPField.Name(SignatureHeader.version))] = version
            let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/v1/have", headerFields: fields)
            return BoxStatement(Request(head: head, body: RequestBody(buffer: ByteBuffer())))
        }
        #expect(try statement("north", "1.0.0-rc.1+2") == BoxStatement(gate: "north", version: "1.0.0-rc.1+2"))
        for text in ["", "<b>x</b>", "a b", String(repeating: "1", count: 41), "nörd"] {
            #expect(try statement(text, text) == BoxStatement(), "\(text)")
        }
    }

    @Test("A database of version 11 is upgraded with all that is in it", arguments: StoreKind.allCases)
    func upgrade(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            do {
                let store = try await kind.open(place)
                try await store.enrol(try EnrolledBox.sample("office", isRelay: true))
                try await store.database.write { try $0.takeBack(to: 11) }
            }
            let store = try await kind.open(place)
            let box = try #require(try await store.boxes().first)
            #expect(box.name == "office" && box.report == BoxStatement())
            let said = BoxStatement(gate: "north", version: "0.1.0")
            _ = try await store.commit([.contact(BoxContact(box: box.id, at: 7, skew: 1, statement: said))], now: 7)
            #expect(try await store.boxes().map(\.report) == [said])
            let change = EventChangeEntry(at: 7, by: "amina", what: "closed")
            try await store.note(change, of: .sample)
            #expect(try await store.changes(of: .sample) == [change])
        }
    }
}
