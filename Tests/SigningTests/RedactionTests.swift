// Secrets do not show.

import Testing

@testable import TicketSigning

struct RedactionTests {
    @Test("No way of printing a key or a code shows it")
    func printing() throws {
        let fixture = try SigningFixture()
        var ring = KeyRing()
        try ring.insert(fixture.key)
        let values: [Any] = [
            fixture.master, fixture.key, fixture.key.secret, ring, TicketSigner(key: fixture.key), fixture.verifier,
            try TicketCode(fixture.vector.code), Optional(fixture.key) as Any, ["key": fixture.key],
            KeyFile.Contents.master(fixture.master), KeyFile.Contents.event(fixture.key),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(describing: value), String(reflecting: value), dumped] {
                #expect(text.contains("<redacted>"))
                for secret in secrets(of: fixture) { #expect(!text.contains(secret)) }
            }
        }
    }

    @Test("Keys and codes print as <redacted> and have no children")
    func exactText() throws {
        let fixture = try SigningFixture()
        let values: [any Redacted] = [fixture.master, fixture.key, try TicketCode(fixture.vector.code)]
        for value in values {
            #expect(String(describing: value) == "<redacted>")
            #expect(String(reflecting: value) == "<redacted>")
            #expect(Mirror(reflecting: value).children.isEmpty)
        }
    }

    /// The forms in which each secret could appear.
    private func secrets(of fixture: SigningFixture) -> [String] {
        [fixture.master.secret.bytes, fixture.key.secret.bytes, bytes(fixture.vector.tag)].flatMap { secret in
            [
                Hexadecimal.encode(secret.prefix(4)),
                secret.prefix(4).map(String.init).joined(separator: ", "),
                Base45.encode(secret.prefix(6)),
            ]
        }
    }
}
