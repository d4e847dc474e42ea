// The way from other pages to the office of the same machine.

import Testing

@testable import HTTPSupport

struct OfficePlaceTests {
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
            for (local, address) in [
                ("192.0.2.7", "https://192.0.2.7:8470/"), ("::ffff:192.0.2.7", "https://192.0.2.7:8470/"),
                ("2001:db8::7", "https://[2001:db8::7]:8470/"),
            ] { #expect(open.address(for: host, at: local, isThisMachine: false) == address, "\(host) at \(local)") }
        }
    }

    @Test("Through a reverse proxy on this machine, no browser is sent to its own machine")
    func proxy() {
        let open = OfficePlace(port: 8470, isOpen: true, names: Self.names)
        for local in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            #expect(open.address(for: "hub.example.org", at: local, isThisMachine: true) == nil, "\(local)")
            #expect(
                open.address(for: "box.local", at: local, isThisMachine: true) == "https://box.local:8470/", "\(local)")
        }
    }

    @Test("An office that listens on this machine alone is no address for other devices")
    func local() {
        let local = OfficePlace(port: 9000, isOpen: false, names: ["localhost", "127.0.0.1", "[::1]"])
        #expect(local.address(for: "localhost:8480", at: "127.0.0.1", isThisMachine: true) == "http://localhost:9000/")
        #expect(local.address(for: "localhost:8480", at: "192.0.2.7", isThisMachine: false) == nil)
    }
}
