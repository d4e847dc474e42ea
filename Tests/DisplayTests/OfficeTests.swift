// The way from the display to the office of the same machine.

import HTTPSupport
import Testing

@testable import DoorDisplay

struct OfficeTests {
    private static let names: Set = ["box.local", "192.0.2.7", "[2001:db8::7]", "localhost", "127.0.0.1", "[::1]"]

    @Test("The display leads to an office that runs, and otherwise says how to start it")
    func redirect() async throws {
        let place = OfficePlace(port: 8470, isOpen: true, names: Self.names)
        try await Scene.open(.init(office: place)) { scene in
            let answer = try await scene.browser.ask("/office", host: "localhost:8480")
            #expect(answer.status == 303 && answer.head.lowercased().contains("location: https://localhost:8470/"))
            // The display itself refuses other names.
            #expect(try await scene.browser.ask("/office", host: "evil.example").status == 421)
        }
        try await Scene.open(.init(address: "0.0.0.0:0", staff: StaffTests.room(), office: place)) { scene in
            let answer = try await scene.browser.ask("/office", host: "evil.example")
            #expect(answer.status == 200 && !answer.head.lowercased().contains("location:"))
            #expect(try await scene.browser.ask("/office", host: "box.local").status == 303)
        }
        try await Scene.open { scene in
            let answer = try await scene.browser.ask("/office")
            #expect(answer.status == 200 && answer.body.contains("doorcheck-office"))
            #expect(!answer.head.lowercased().contains("location:"))
        }
    }

    @Test("Only the first screen of a machine has its code, and only while there is one")
    func sign() async throws {
        try await Scene.open { scene in
            let sign = OfficeSign(addresses: ["https://192.0.2.7:8470/"], code: "ABCD-EFGH", fingerprint: "AB CD")
            await scene.board.update { $0.office = sign }
            let shown = try await scene.browser.follow { try await $0.next() }
            #expect(shown?.data.contains("ABCD-EFGH") == true)
            await scene.board.update { $0.office = nil }
            let gone = try await scene.browser.follow { try await $0.next() }
            #expect(gone?.data.contains("ABCD-EFGH") == false)
        }
    }
}
