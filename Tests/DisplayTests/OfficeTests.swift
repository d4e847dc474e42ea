// The way from the display to the office of the same machine.

import Testing

@testable import DoorDisplay

struct OfficeTests {
    private static let names: Set = ["box.local", "192.0.2.7", "[2001:db8::7]", "localhost", "127.0.0.1", "[::1]"]

    @Test("Whatever a browser calls this machine, /office leads to this machine's office or nowhere")
    func place() {
        let open = OfficePlace(port: 8470, isOpen: true, names: Self.names)
        for (host, address) in [
            ("box.local", "https://box.local:8470/"), ("BOX.local:8480", "https://box.local:8470/"),
            ("192.0.2.7:8480", "https://192.0.2.7:8470/"), ("[2001:db8::7]:8480", "https://[2001:db8::7]:8470/"),
            ("[2001:db8::7]", "https://[2001:db8::7]:8470/"), ("127.0.0.1:8480", "https://127.0.0.1:8470/"),
            ("box.local:1@evil.example", "https://box.local:8470/"),
        ] { #expect(open.address(for: host, at: nil, isThisMachine: false) == address, "\(host)") }
        for host in [
            "evil.example", "evil.example:8480", "box.local.evil.example", "box.local@evil.example",
            "evil.example/box.local",
            "box.local\\@evil.example", "", ":", "[", "]", "box.local.",
            "//evil.example",
        ] {
            #expect(open.address(for: host, at: nil, isThisMachine: true) == nil, "\(host)")
            #expect(open.address(for: host, at: "198.51.100.1", isThisMachine: true) == nil, "\(host)")
            #expect(
                open.address(for: host, at: "192.0.2.7", isThisMachine: false) == "https://192.0.2.7:8470/", "\(host)")
        }
    }

    @Test("An office that listens on this machine alone is no address for other devices")
    func local() {
        let local = OfficePlace(port: 9000, isOpen: false, names: ["localhost", "127.0.0.1", "[::1]"])
        #expect(local.address(for: "localhost:8480", at: "127.0.0.1", isThisMachine: true) == "http://localhost:9000/")
        #expect(local.address(for: "localhost:8480", at: "192.0.2.7", isThisMachine: false) == nil)
    }

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
            #expect(answer.status == 303 && answer.head.lowercased().contains("location: https://127.0.0.1:8470/"))
            #expect(!answer.head.contains("evil.example"))
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
