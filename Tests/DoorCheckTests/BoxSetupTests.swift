// The settings of a new box, as a file and as a code.

import DoorConfiguration
import DoorOutput
import FoundationEssentials
import HubClient
import HubProtocol
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import DoorInstallation

struct BoxSetupTests {
    private static var whole: BoxSetup {
        var setup = BoxSetup(box: "Nørth \"1\" \\ gate")
        (setup.gate, setup.timezone, setup.pin) = ("north", "America/Argentina/Ushuaia", "no 'pin' \\ \"here\"")
        setup.network = BoxSetup.Network(name: "Fest ☂ \"ival\"", password: " geheim\\ \" ")
        return setup
    }

    @Test("Settings are the same after a way through a file or a code, whatever characters they have")
    func returns() throws {
        let setup = Self.whole
        #expect(try BoxSetup(text: setup.text) == setup)
        let code = try #require(setup.code)
        #expect(code.utf8.allSatisfy { Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8).contains($0) })
        #expect(try BoxSetup.read(code: code) == setup)
        #expect(try BoxSetup.read(code: "DC1:ABC") == nil)
        #expect(try BoxSetup(text: setup.taken.text).isTaken)
    }

    /// What `openssl req -x509 -newkey ed25519` makes, as docs/hub.md has it.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBVjCCAQigAwIBAgIUc1czs0nl12R/d6rFjDwObCDiof8wBQYDK2VwMBgxFjAU
        BgNVBAMMDURvb3JDaGVjayBodWIwHhcNMjYxMTI3MTg1MDM3WhcNMzYxMTI0MTg1
        MDM3WjAYMRYwFAYDVQQDDA1Eb29yQ2hlY2sgaHViMCowBQYDK2VwAyEAlbRRjegJ
        833ShiWoPYfeS0LQlqk/pxESkPJHiLI09EujZDBiMB0GA1UdDgQWBBRcQDDGxuvm
        hcOw/1hRl21oaYzbsjAfBgNVHSMEGDAWgBRcQDDGxuvmhcOw/1hRl21oaYzbsjAP
        BgNVHRMBAf8EBTADAQH/MA8GA1UdEQQIMAaHBMCoAQUwBQYDK2VwA0EAQq2V4OQm
        LAwNi9LMbodys9+1pt8RWOEyDcPkV8rNiniQx5hWSW4KNJA4nSwt9YzflXCJgp7R
        sjNrDhHQHE2dCA==
        -----END CERTIFICATE-----

        """

    @Test("The certificate of a hub returns from a file and from a code, next to all other settings")
    func authority() throws {
        var setup = Self.whole
        setup.invitation = try invitation(at: "https://192.168.1.5:8490", to: BoxKey())
        let authority = try #require(AuthorityCertificate(pem: "Of the hub:\r\n" + Self.certificate))
        #expect(authority.pem == Self.certificate)
        setup.authority = authority
        #expect(try BoxSetup(text: setup.text) == setup)
        #expect(try BoxSetup.read(code: try #require(setup.code)) == setup)
        #expect(setup.taken.authority == nil)
    }

    @Test("A part of a certificate, more than one, a key or anything else is no certificate")
    func noAuthority() throws {
        let text = try #require(AuthorityCertificate(pem: Self.certificate)).description
        let bytes = try #require(Data(base64Encoded: text))
        for length in 0..<bytes.count {
            #expect(AuthorityCertificate(bytes.prefix(length).base64EncodedString()) == nil)
        }
        for wrong in [text + "\n", " " + text, text.dropLast(1) + "", (bytes + [0]).base64EncodedString()] {
            #expect(AuthorityCertificate(wrong) == nil)
        }
        for (head, rest) in [
            // A length that no file has; a private key (PKCS #8); as long as it says, and too long for settings.
            ([0x30, 0x84], 64), ([0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 34, 4, 32], 32),
            ([0x30, 0x82, 0x10, 0, 0x30, 0, 0x30, 0, 3, 0x82, 0x0F, 0xF8], 4088),
        ] as [([UInt8], Int)] {
            let bytes = Data(head + [UInt8](repeating: 0xFF, count: rest))
            #expect(AuthorityCertificate(bytes.base64EncodedString()) == nil)
        }
        for pem in ["", Self.certificate + Self.certificate, Self.certificate.replacing("END", with: "FIN")] {
            #expect(AuthorityCertificate(pem: pem) == nil)
        }
    }

    @Test("Settings print nothing of themselves, and what is left of them has no secret")
    func secrets() {
        let setup = Self.whole
        #expect("\(setup) \(String(reflecting: setup)) \(setup.network as Any)".contains("geheim") == false)
        for secret in ["geheim", "pin = "] { #expect(!setup.taken.text.contains(secret)) }
    }

    @Test(
        "Each fault is told with its line and column, and without the value",
        arguments: [
            ("version = 1\nbox = \"a\"\ngate = \"to the left\"\n", "Line 3, column 8: `gate` expects "),
            ("version = 1\nbox = \"a\"\n[wifi]\nnetwork = \"n\"\npassword = \"secret7\"", "Line 5, column 12: "),
            ("version = 1\nbox = \"a\"\n[wifi]\nnetwork = \"n\"\npassword = \"secret\u{e9}12\"", "Line 5, column 12: "),
            ("version = 1\nbox = \"a\"\npin = \"secre\"", "Line 3, column 7: `pin` expects 6 to 64 "),
            ("version = 1\nbox = \"a\"\npin = 482913", "Line 3, column 7: `pin` expects "),
            ("version = 1\nbox = \"a\"\n  timezone   =   \"../../secret\"", "Line 3, column 18: `timezone` expects "),
            ("version = 1\nbox = \"a\"\n[hub]\njoin = \"DCJ1:https://secret#1#2\"", "Line 4, column 8: `hub.join` "),
            ("version = 1\nbox = \"a\"\n[hub]\nauthority = \"secret\"", "Line 4, column 13: `hub.authority` expects "),
            ("version = 1\nbox = \"a\"\nsecret = 1", "Line 3, column 10: unknown setting `secret`"),
            ("version = 2\nbox = \"a\"", "Line 1, column 11: `version` expects 1; a later doorcheck"),
            ("box = \"a\"", "The line `version = 1` is missing."),
            ("version = 1", "The line `box = \"…\"` with the name of the box is missing."),
            ("version = 1\nbox = \"a\\nb\"", "Line 2, column 7: `box` expects "),
            ("version = 1\nbox = a", "Line 2, column 1: syntax error: "),
            ("version = 1\nbox = \"a\"\nbox = \"b\"", "Line 3, column 7: syntax error: "),
            ("version = 1\nbox = \"a\"\n[wifi]\npassword = \"secret77\"", "There is a `password` below [wifi]"),
            (String(repeating: "#", count: 4097), "The file has more than 4096 bytes"),
        ])
    func faults(text: String, sentence: String) throws {
        let error = try #require(throws: BoxSetupError.self) { try BoxSetup(text: text) }
        #expect(error.description.hasPrefix(sentence), "\(error)")
        #expect(error.description.contains("unknown setting") || !error.description.contains("secret"), "\(error)")
        #expect(error.faults.count == 1)
    }

    @Test("All faults are told at once, in the order of the text")
    func allFaults() throws {
        let text = "version = 1\nbox = \"\"\ngate = \"?\"\nzone = 1\n"
        let error = try #require(throws: BoxSetupError.self) { try BoxSetup(text: text) }
        #expect(error.faults.map { $0.place?.line } == [2, 3, 4])
    }

    @Test("Settings that were damaged on their way give an error or other valid settings, and nothing else")
    func damaged() throws {
        var chance = SeededGenerator()
        let (text, code) = (Array(Self.whole.text.utf8), Array(try #require(Self.whole.code).utf8))
        for _ in 0..<100 {
            for (bytes, isCode) in [(text, false), (code, true)] {
                var damaged = bytes
                for _ in 0...Int.random(in: 0...3, using: &chance) where !damaged.isEmpty {
                    let place = Int.random(in: damaged.indices, using: &chance)
                    switch Int.random(in: 0...2, using: &chance) {
                    case 0: damaged[place] = .random(in: .min ... .max, using: &chance)
                    case 1: damaged.remove(at: place)
                    default: damaged.removeLast(damaged.count - place - 1)
                    }
                }
                let string = String(decoding: damaged, as: UTF8.self)
                let setup = isCode ? try? BoxSetup.read(code: string) : try? BoxSetup(text: string)
                if let setup { #expect(try BoxSetup(text: setup.text) == setup) }
            }
        }
    }

    @Test("A code opens to at most 4096 bytes, whatever it says")
    func bomb() throws {
        let text = "version = 1\nbox = \"a\"\n" + String(repeating: "#", count: 1 << 20)
        let packed = try #require(ZstdFrame.pack(Array(text.utf8)))
        #expect(packed.count < BoxSetup.codeLimit)
        let code = BoxSetup.codePrefix + Base45.encode(packed)
        let error = try #require(throws: BoxSetupError.self) { try BoxSetup.read(code: code) }
        #expect(error.description.contains("damaged"))
    }

    @Test(
        "A box's name becomes a host name",
        arguments: [
            ("north-1", "north-1"), ("North gate", "north-gate"), ("Bühne 2", "b-hne-2"), ("—", "doorcheck"),
            ("-a-", "a"), (String(repeating: "x", count: 60) + "", String(repeating: "x", count: 60)),
        ])
    func hostname(box: String, expected: String) {
        #expect(BoxSetup(box: box).hostname == expected)
    }

    @Test("A Wi-Fi network becomes a file of iwd with its escapes, and its name never a path")
    func wireless() {
        let plain = BoxSetup.Network(name: "Festival 5-G_x", password: "geheim 12")
        #expect(plain.iwdFile == "Festival 5-G_x.psk" && plain.iwdSettings == "[Security]\nPassphrase=geheim\\s12\n")
        let other = BoxSetup.Network(name: "../é", password: nil)
        #expect(other.iwdFile == "=2e2e2fc3a9.open" && !other.iwdSettings.contains("Passphrase"))
        #expect(BoxSetup.Network(name: "n", password: "a\\b\\\\c12").iwdSettings.hasSuffix("a\\\\b\\\\\\\\c12\n"))
    }

    @Test("Until it reaches its hub, a box takes codes that correct its Wi-Fi, and none that changes anything else")
    func corrected() async throws {
        try await withTemporaryFolder(holding: ["keys", "system/etc"]) { folder in
            let file = folder + "/doorcheck.toml"
            let text = "ledger = \"\(folder)/ledger.sqlite\"\nkeys = \"\(folder)/keys\"\nbox = \"box-1\"\n"
            try Data(text.utf8).write(to: URL(filePath: file))
            let configuration = try Configuration(file: ConfigurationFile(path: file), environment: [:])
            let box = BoxInstaller(of: configuration, file: file, system: folder + "/system")
            var setup = BoxSetup(box: "North")
            (setup.gate, setup.pin) = ("north", "482913")
            setup.network = BoxSetup.Network(name: "Festival", password: "under the tree")
            setup.invitation = try invitation(at: "http://hub.test", to: BoxKey())
            setup.authority = AuthorityCertificate(pem: Self.certificate)
            #expect(try await box.installFromCode(setup))
            guard case .joining(let taken) = try await box.stage() else { throw WrongStage() }
            #expect(taken.network?.name == "Festival" && taken.pin == nil)

            // The code is still before the camera.
            #expect(try await !box.installFromCode(setup))

            let changes: [(inout BoxSetup) throws -> Void] = [
                { $0 = BoxSetup(box: "South").with($0) }, { $0.gate = "south" }, { $0.timezone = "Europe/Berlin" },
                { $0.pin = "482914" }, { $0.pin = nil }, { $0.invitation = nil },
                { $0.invitation = try invitation(at: "http://hub.test", to: BoxKey()) },
                { $0.authority = nil }, { $0.authority = AuthorityCertificate(try wrongCertificate()) },
                { $0.invitation = HubInvitation($0.invitation!.description.replacing("hub.test", with: "other.test")) },
            ]
            for change in changes {
                var other = setup
                try change(&other)
                other.network = BoxSetup.Network(name: "Mine", password: "in my own hands")
                await #expect(throws: CommandError.self) { try await box.installFromCode(other) }
            }
            let folders = try FileManager.default.contentsOfDirectory(atPath: folder + "/system/var/lib/iwd")
            #expect(folders == ["Festival.psk"])
            setup.network = BoxSetup.Network(name: "Festival", password: "under the mango tree")
            #expect(try await box.installFromCode(setup))
            #expect(try await !box.installFromCode(setup))
            let wireless = folder + "/system/var/lib/iwd/Festival.psk"
            #expect(try String(contentsOfFile: wireless, encoding: .utf8).contains("mango"))

            let authority = folder + "/keys/hub.authority"
            #expect(try String(contentsOfFile: authority, encoding: .utf8) == Self.certificate)
            func configured() throws -> String? {
                try Configuration(file: ConfigurationFile(path: file), environment: [:]).hubAuthorityPath
            }
            #expect(try configured() == authority)

            // A stick may change all.
            setup.authority = nil
            try await box.install(setup)
            #expect(!FileManager.default.fileExists(atPath: authority))
            #expect(try configured() == nil)

            // It has joined.
            try FileManager.default.removeItem(atPath: box.joinPath)
            guard case .done = try await box.stage() else { throw WrongStage() }
        }
    }

    @Test("A box whose settings or keys cannot be read is not new")
    func unreadable() async throws {
        try await withTemporaryFolder(holding: ["keys", "system/etc"]) { folder in
            let file = folder + "/doorcheck.toml"
            let text = "ledger = \"\(folder)/ledger.sqlite\"\nkeys = \"\(folder)/keys\"\n"
            try Data(text.utf8).write(to: URL(filePath: file))
            let configuration = try Configuration(file: ConfigurationFile(path: file), environment: [:])
            let box = BoxInstaller(of: configuration, file: file, system: folder + "/system")
            #expect(try await box.isNew())
            // What root has taken, nobody else may read; here, nobody can.
            try FileManager.default.createDirectory(atPath: folder + "/box.toml", withIntermediateDirectories: false)
            #expect(try await !box.isNew())
            await #expect(throws: FileError.self) { try await box.stage() }
            try FileManager.default.removeItem(atPath: folder + "/box.toml")
            try FileManager.default.removeItem(atPath: folder + "/keys")
            #expect(try await box.isNew())
            try Data().write(to: URL(filePath: folder + "/keys"))
            await #expect(throws: (any Error).self) { try await box.isNew() }
        }
    }

    private struct WrongStage: Error {}

    /// The certificate with another last byte.
    private func wrongCertificate() throws -> String {
        var bytes = try #require(AuthorityCertificate(pem: Self.certificate).flatMap { Data(base64Encoded: "\($0)") })
        bytes[bytes.count - 1] ^= 1
        return bytes.base64EncodedString()
    }

    private func invitation(at url: String, to hub: BoxKey) throws -> HubInvitation {
        let address = try #require(HubAddress(url: url))
        return HubInvitation(address: address, code: EnrolmentCode(), hub: HubFingerprint(of: hub.publicKey))
    }
}

extension BoxSetup {
    /// The same settings with this name.
    fileprivate func with(_ other: BoxSetup) -> BoxSetup {
        var setup = self
        (setup.gate, setup.timezone, setup.pin) = (other.gate, other.timezone, other.pin)
        (setup.network, setup.invitation, setup.authority) = (other.network, other.invitation, other.authority)
        return setup
    }
}
