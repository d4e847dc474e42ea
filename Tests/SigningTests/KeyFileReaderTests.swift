// Key files that say something else than what a writer writes.

import TestSupport
import Testing

@testable import TicketSigning

struct KeyFileReaderTests {
    private let fixture: SigningFixture
    private let eventKeyText: String

    init() throws {
        fixture = try SigningFixture()
        eventKeyText = fixture.eventKeyText
    }

    @Test("A file with any line changed is refused, with its number and without its contents")
    func malformed() throws {
        let lines = eventKeyText.split(separator: "\n").map(String.init)
        let secret = fixture.vector.eventKey
        let variants: [(line: Int, text: String)] = [
            (1, ""), (1, "\n" + eventKeyText), (1, "\u{FEFF}" + eventKeyText),
            (1, eventKeyText.replacing("key 1", with: "key 2")), (1, eventKeyText.replacing("\n", with: "\r\n")),
            (1, "doorcheck-event-key 1 \n"), (2, "doorcheck-event-key 1"),
            (2, eventKeyText.replacing("event 0", with: "event  0")),
            (2, eventKeyText.replacing("event 0", with: "event \u{301}0")),
            (2, eventKeyText.replacing("eeff", with: "EEFF")),
            (2, eventKeyText.replacing(lines[1] + "\n", with: "")),
            (3, eventKeyText.replacing(lines[1], with: lines[1] + "\n" + lines[1])),
            (3, eventKeyText.replacing("epoch 1", with: "epoch 01")),
            (3, eventKeyText.replacing("epoch 1", with: "epoch +1")),
            (3, eventKeyText.replacing("epoch 1", with: "epoch -1")),
            (3, eventKeyText.replacing("epoch 1", with: "epoch 4294967296")),
            (3, eventKeyText.replacing("epoch 1", with: "Epoch 1")),
            (3, eventKeyText.replacing("epoch 1", with: "epoch 1 # first")),
            (4, eventKeyText.replacing("suite 1", with: "suite 2")),
            (4, eventKeyText.replacing("suite 1\n", with: "")),
            (5, eventKeyText.replacing("key-id 22f43a6b", with: "key-id 22f43a6")),
            (5, eventKeyText.replacing("key-id", with: "colour")),
            (6, eventKeyText.replacing(secret, with: secret.uppercased())),
            (6, eventKeyText.replacing(secret, with: secret.dropLast())),
            (6, eventKeyText.replacing(secret, with: secret + "00")),
            (7, String(eventKeyText.dropLast())), (7, eventKeyText + "\n"), (7, eventKeyText + "note x\n"),
            (7, eventKeyText + "\0"), (7, eventKeyText + eventKeyText),
        ]
        try withTemporaryFolder { folder in
            for (index, variant) in variants.enumerated() {
                let path = "\(folder)/\(index)"
                try TestFile.write(variant.text, to: path)
                let error = #expect(throws: KeyFileError.self) { try KeyFile.read(at: path) }
                let description = error?.description ?? ""
                #expect(description.hasPrefix("Key file \(path), line \(variant.line): expected "), "\(description)")
                #expect(!description.lowercased().contains(secret.prefix(8)))
            }
        }
    }

    @Test("A master key file with anything more or less is refused")
    func malformedMaster() throws {
        let text = "doorcheck-master-key 1\nsecret \(fixture.vector.master)\n"
        try withTemporaryFolder { folder in
            for (index, variant) in [
                (2, text.replacing("0001", with: "001")), (2, text.replacing("secret", with: "key")),
                (3, text + "\n"), (3, String(text.dropLast())),
            ].enumerated() {
                try TestFile.write(variant.1, to: "\(folder)/\(index)")
                let error = #expect(throws: KeyFileError.self) { try KeyFile.readMasterKey(at: "\(folder)/\(index)") }
                #expect(error?.description.contains("line \(variant.0):") == true)
            }
        }
    }

    @Test("A digit of the secret or the key id changed is noticed")
    func damaged() throws {
        try withTemporaryFolder { folder in
            for (name, text) in [
                ("secret", eventKeyText.replacing("secret ca", with: "secret cb")),
                ("id", eventKeyText.replacing("key-id 2", with: "key-id 3")),
            ] {
                try TestFile.write(text, to: "\(folder)/\(name)")
                #expect(throws: KeyFileError.damaged(path: "\(folder)/\(name)")) {
                    try KeyFile.read(at: "\(folder)/\(name)")
                }
            }
        }
    }

    @Test("A key file given to another event by hand makes tickets of neither")
    func reassigned() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/event.key"
            try TestFile.write(eventKeyText.replacing("event 0", with: "event 1"), to: path)
            var ring = KeyRing()
            try ring.insert(TestFile.eventKey(at: path))
            let verifier = TicketVerifier(keyRing: ring)
            #expect(throws: TicketRejection.forged) { try verifier.verify(code: fixture.vector.code) }
        }
    }

    @Test("Random bytes are refused and never trap")
    func noise() throws {
        var generator = SeededGenerator()
        try withTemporaryFolder { folder in
            for index in 0..<100 {
                var noise = generator.bytes(Int.random(in: 0..<400, using: &generator))
                if index.isMultiple(of: 2) { noise = Array("doorcheck-event-key 1\n".utf8) + noise }
                try TestFile.write(noise, to: "\(folder)/\(index)")
                #expect(throws: KeyFileError.self, "seed \(generator.seed)") {
                    try KeyFile.read(at: "\(folder)/\(index)")
                }
            }
        }
    }
}
