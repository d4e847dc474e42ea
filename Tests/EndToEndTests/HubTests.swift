// A hub with a certificate of its own, and a box that asks it.

import Foundation
import TestSupport
import Testing

struct HubTests {
    @Test("A box joins a hub with a certificate and shares with it, and believes no other certificate")
    func certificate() async throws {
        try await withTemporaryFolder(holding: ["hub", "box/keys"]) { folder in
            let event = try await SampleEvent(in: folder + "/hub", tickets: 1)
            let (key, certificate) = (folder + "/hub.key", folder + "/hub.pem")
            try await makeCertificate(certificate, key: key)
            try await makeCertificate(folder + "/other.pem", key: folder + "/other.key")
            var office = event.doorcheck
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            office.environment["DOORCHECK_HUB_LISTEN"] = "127.0.0.1:\(try Receiver.freePort())"
            office.environment["DOORCHECK_HUB_CERTIFICATE"] = certificate
            office.environment["DOORCHECK_HUB_CERTIFICATE_KEY"] = key
            let hub = try office.start(["hub", "serve"])
            #expect(await hub.complaints(until: "hub at").contains("hub at https://127.0.0.1:"))
            let code = try await office.run(["hub", "enroll", "--name", "north-1"]).output
            #expect(code.hasPrefix("DCJ1:https://127.0.0.1:"))

            var box = Program.doorcheck
            box.environment["DOORCHECK_LEDGER"] = folder + "/box/ledger.sqlite"
            box.environment["DOORCHECK_KEYS"] = folder + "/box/keys"
            box.environment["DOORCHECK_BOX"] = "north-1"
            box.environment["DOORCHECK_HUB_URL"] = code.dropFirst(5).split(separator: "#").first.map(String.init)
            let missing = folder + "/missing.pem"
            for (authority, cause) in [
                ("", "does not trust the certificate"), (folder + "/other.pem", "does not trust the certificate"),
                (missing, "\(missing) cannot be used"),
            ] {
                box.environment["DOORCHECK_HUB_AUTHORITY"] = authority
                let refusal = try await box.run(["hub", "join", String(code.dropLast())])
                #expect(refusal.status != 0 && refusal.errors.contains(cause), "\(refusal.errors)")
            }
            box.environment["DOORCHECK_HUB_AUTHORITY"] = certificate
            #expect(try await box.run(["hub", "join", String(code.dropLast())]).status == 0)
            #expect(try await box.run(["hub", "sync"]).status == 0)
            // A clock that is off makes every certificate invalid; the hub's own signature counts.
            box.environment["DOORCHECK_HUB_AUTHORITY"] = ""
            #expect(try await box.run(["hub", "sync"]).status != 0)
            let time = try await box.run(["hub", "clock"])
            #expect(time.status == 69 || time.errors.contains("This machine's clock is 0."), "\(time.errors)")
            box.environment["DOORCHECK_HUB_AUTHORITY"] = certificate
            let verdict = try await box.run(["run", "--stdin", "--json"], input: try event.codes[0] + "\n")
            #expect(verdict.objects.compactMap { $0["reason"] as? String }.first == "admitted", "\(verdict.errors)")
            let boxes = try await office.run(["hub", "boxes"]).output.split(separator: "\n")
            #expect(boxes.count == 3)
            #expect(boxes.count { $0.contains(" this hub's own ledger ") && $0.contains(" here") } == 1, "\(boxes)")
            // The box's door told its gate, and every program its version.
            #expect(boxes.count { $0.contains(" enrolled ") && $0.contains(" main ") } == 1, "\(boxes)")
            let version = try await office.run(["--version"]).output.prefix { !$0.isWhitespace }
            #expect(boxes.count { $0.contains(" \(version) ") } == 2, "\(boxes)")
            hub.send(SIGTERM)
            #expect(await hub.finish().status == 0)

            // Without its key, as after a restore of the database alone, it does not begin.
            let keys = folder + "/hub/keys"
            try FileManager.default.moveItem(atPath: keys + "/hub.secret", toPath: keys + "/hub.secret.kept")
            let refusal = try await office.run(["hub", "serve"])
            #expect(refusal.status != 0 && refusal.errors.contains("is missing, the key that"), "\(refusal.errors)")
            #expect(try await office.run(["hub", "rekey"]).status == 0)
            let other = try office.start(["hub", "serve"])
            #expect(await other.complaints(until: "hub at").contains("hub at https://127.0.0.1:"))
            let sync = try await box.run(["hub", "sync"])
            #expect(sync.status != 0 && sync.errors.contains("not signed by the hub"), "\(sync.errors)")
            let wrongTime = try await box.run(["hub", "clock", "--set"])
            #expect(wrongTime.status != 0 && wrongTime.errors.contains("not signed by the hub"), "\(wrongTime.errors)")
            let again = try await office.run(["hub", "enroll", "--name", "north-1"]).output
            #expect(try await box.run(["hub", "join", String(again.dropLast())]).status == 0)
            #expect(try await box.run(["hub", "sync"]).status == 0)
            other.send(SIGTERM)
            _ = await other.finish()
        }
    }

    @Test("Boxes trust a hub's own certificate by its authority, also after it has got another address")
    func ownCertificate() async throws {
        try await withTemporaryFolder(holding: ["hub", "other", "box/keys"]) { folder in
            let event = try await SampleEvent(in: folder + "/hub", tickets: 1)
            let port = try Receiver.freePort()
            var office = event.doorcheck
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            office.environment["DOORCHECK_HUB_OWN_CERTIFICATE"] = "true"
            office.environment["DOORCHECK_HUB_LISTEN"] = "127.0.0.1:\(port)"
            let authority = folder + "/hub/keys/hub-ca.pem"
            let hub = try office.start(["hub", "serve"])
            let said = await hub.complaints(until: "hash begins with")
            #expect(said.contains("hub at https://127.0.0.1:\(port)"), "\(said)")
            let kept = try String(contentsOfFile: authority, encoding: .utf8)
            let enrolled = try await office.run(["hub", "enroll", "--name", "north-1"])
            let code = String(enrolled.output.dropLast())
            #expect(code.hasPrefix("DCJ1:https://127.0.0.1:\(port)#") && enrolled.errors.contains(authority))

            // Settings with both fit into a code for a camera.
            let setup = try await office.run(
                [
                    "box", "setup", "North gate", "--gate", "main", "--timezone", "Africa/Kampala", "--wifi",
                    "Festival",
                    "--join", "-", "--authority", authority, "--output", folder + "/box.toml", "--qr",
                    folder + "/box.png",
                ], input: code + "\n")
            #expect(setup.status == 0, "\(setup.errors)")

            var box = Program.doorcheck
            box.environment["DOORCHECK_LEDGER"] = folder + "/box/ledger.sqlite"
            box.environment["DOORCHECK_KEYS"] = folder + "/box/keys"
            box.environment["DOORCHECK_BOX"] = "north-1"
            box.environment["DOORCHECK_HUB_URL"] = "https://127.0.0.1:\(port)"
            var stranger = office
            stranger.environment["DOORCHECK_KEYS"] = folder + "/other"
            stranger.environment["DOORCHECK_LEDGER"] = folder + "/other/ledger.sqlite"
            stranger.environment["DOORCHECK_HUB_DATABASE"] = folder + "/other/hub.sqlite"
            #expect(try await stranger.run(["hub", "serve", "--prepare"]).status == 0)
            box.environment["DOORCHECK_HUB_AUTHORITY"] = folder + "/other/hub-ca.pem"
            let refusal = try await box.run(["hub", "join", code])
            #expect(refusal.status != 0 && refusal.errors.contains("does not trust"), "\(refusal.errors)")
            box.environment["DOORCHECK_HUB_AUTHORITY"] = authority
            let joined = try await box.run(["hub", "join", code])
            #expect(joined.status == 0, "\(joined.errors)")
            hub.send(SIGTERM)
            #expect(await hub.finish().status == 0)

            office.environment["DOORCHECK_HUB_LISTEN"] = "127.0.0.2:\(port)"
            box.environment["DOORCHECK_HUB_URL"] = "https://127.0.0.2:\(port)"
            let moved = try office.start(["hub", "serve"])
            #expect(await moved.complaints(until: "hash begins with").contains("hub at https://127.0.0.2:\(port)"))
            #expect(try String(contentsOfFile: authority, encoding: .utf8) == kept)
            let sync = try await box.run(["hub", "sync"])
            #expect(sync.status == 0, "\(sync.errors)")
            moved.send(SIGTERM)
            _ = await moved.finish()

            // Without its key, as after a restore of some files, it says so instead of shutting out every box.
            try FileManager.default.removeItem(atPath: folder + "/hub/keys/hub-ca.secret")
            let broken = try await office.run(["hub", "serve"])
            #expect(
                broken.status != 0 && broken.errors.contains("hub-ca.secret is missing, damaged"), "\(broken.errors)")
        }
    }

    @Test("A hub whose user may not write keys makes its certificate with the authority that was prepared for it")
    func readOnlyKeys() async throws {
        try await withTemporaryFolder(holding: ["hub"]) { folder in
            var office = try await SampleEvent(in: folder + "/hub", tickets: 1).doorcheck
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            office.environment["DOORCHECK_HUB_OWN_CERTIFICATE"] = "true"
            office.environment["DOORCHECK_HUB_LISTEN"] = "127.0.0.1:\(try Receiver.freePort())"
            let keys = folder + "/hub/keys"
            #expect(try await office.run(["hub", "serve", "--prepare"]).status == 0)
            try #require(chmod(keys, 0o500) == 0)
            defer { chmod(keys, 0o700) }
            let hub = try office.startWithoutPrivileges(["hub", "serve"])
            #expect(await hub.complaints(until: "hash begins with").contains("hub at https://127.0.0.1:"))
            hub.send(SIGTERM)
            #expect(await hub.finish().status == 0)

            // Without what was prepared, it says which file is missing.
            try #require(chmod(keys, 0o700) == 0)
            try FileManager.default.removeItem(atPath: keys + "/hub-ca.secret")
            try FileManager.default.removeItem(atPath: keys + "/hub-ca.pem")
            try #require(chmod(keys, 0o500) == 0)
            let refusal = try await office.runWithoutPrivileges(["hub", "serve"])
            #expect(refusal.status != 0 && refusal.errors.contains(keys + "/hub-ca.secret"), "\(refusal.errors)")
        }
    }

    @Test("A box that joins the hub of an event of suite 2 admits its tickets, and has no secret that makes them")
    func publicKeys() async throws {
        try await withTemporaryFolder(holding: ["hub", "box/keys"]) { folder in
            let event = try await SampleEvent(in: folder + "/hub", tickets: 1)
            var office = event.doorcheck
            let listen = "127.0.0.1:\(try Receiver.freePort())"
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            office.environment["DOORCHECK_HUB_LISTEN"] = listen
            let old = try #require(try await office.run(["key", "list", "--json"]).objects.first?["key"] as? String)
            for arguments in [
                ["key", "rotate", "--suite", "2"],
                ["ticket", "issue", "--count", "1", "--output", folder + "/codes.csv"], ["key", "retire", old],
            ] {
                let result = try await office.run(arguments)
                try #require(result.status == 0, "\(result.errors)")
            }
            let code = try await office.run(["hub", "enroll", "--name", "north-1"]).output
            let master = folder + "/hub/keys/master.key"
            try FileManager.default.removeItem(atPath: master)
            let hub = try office.start(["hub", "serve"])
            _ = await hub.complaints(until: "hub at")
            var box = Program.doorcheck
            box.environment["DOORCHECK_LEDGER"] = folder + "/box/ledger.sqlite"
            box.environment["DOORCHECK_KEYS"] = folder + "/box/keys"
            box.environment["DOORCHECK_HUB_URL"] = "http://\(listen)"
            let joined = try await box.run(["hub", "join", String(code.dropLast())])
            try #require(joined.status == 0, "\(joined.errors)")
            #expect(try await box.run(["hub", "sync"]).status == 0)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/box/keys")
            #expect(!files.contains { $0.hasSuffix(".key") }, "\(files)")
            #expect(try await box.run(["key", "list", "--json"]).objects.map { $0["here"] as? Bool } == [false, true])
            let rows = try String(contentsOfFile: folder + "/codes.csv", encoding: .utf8).split(separator: "\r\n")
            let ticket = try #require(rows.last?.split(separator: ",").last)
            let verdict = try await box.run(["run", "--stdin", "--json", "--gate", "main"], input: ticket + "\n")
            #expect(verdict.objects.compactMap { $0["reason"] as? String } == ["admitted"], "\(verdict.errors)")
            hub.send(SIGTERM)
            #expect(await hub.finish().status == 0)
        }
    }

    @Test("A hub gives boxes the events' keys, and never opens the master key")
    func withoutMasterKey() async throws {
        try await withTemporaryFolder(holding: ["hub", "box/keys"]) { folder in
            let event = try await SampleEvent(in: folder + "/hub", tickets: 1)
            var office = event.doorcheck
            let listen = "127.0.0.1:\(try Receiver.freePort())"
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            office.environment["DOORCHECK_HUB_LISTEN"] = listen
            let rotated = try await office.run(["key", "rotate"])
            #expect(rotated.status == 0)
            let code = try await office.run(["hub", "enroll", "--name", "north-1"]).output
            // To read it is an error from here on, as under the hub's unit.
            let master = folder + "/hub/keys/master.key"
            try FileManager.default.removeItem(atPath: master)
            try Data("This is not a key.\n".utf8).write(to: URL(filePath: master))
            let hub = try office.start(["hub", "serve"])
            _ = await hub.complaints(until: "hub at")
            var box = Program.doorcheck
            box.environment["DOORCHECK_LEDGER"] = folder + "/box/ledger.sqlite"
            box.environment["DOORCHECK_KEYS"] = folder + "/box/keys"
            box.environment["DOORCHECK_HUB_URL"] = "http://\(listen)"
            #expect(try await box.run(["hub", "join", String(code.dropLast())]).status == 0)
            let sync = try await box.run(["hub", "sync"])
            #expect(sync.status == 0 && sync.errors.contains(rotated.output.dropLast()), "\(sync.errors)")
            #expect(sync.errors.matches(of: /key [0-9a-f]{8} received/).count == 2, "\(sync.errors)")
            hub.send(SIGTERM)
            #expect(await hub.finish().status == 0)

            // A key whose file is gone is named when the hub begins.
            let keys = folder + "/hub/keys"
            let files = try FileManager.default.contentsOfDirectory(atPath: keys)
            for file in files where file.hasSuffix("-2.key") {
                try FileManager.default.removeItem(atPath: "\(keys)/\(file)")
            }
            let again = try office.start(["hub", "serve"])
            let complaint = await again.complaints(until: "hub at")
            let key = rotated.output.dropLast()
            #expect(complaint.contains("there is no file with key \(key)"), "\(complaint)")
            #expect(complaint.contains("key export --key \(key) "), "\(complaint)")
            #expect(complaint.components(separatedBy: "there is no file").count == 2, "\(complaint)")
            again.send(SIGTERM)
            _ = await again.finish()

            // A key that others can read is given to nobody, and all else works.
            for file in files where file.hasSuffix("-1.key") {
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(keys)/\(file)")
            }
            let exposed = try office.start(["hub", "serve"])
            #expect(await exposed.complaints(until: "hub at").contains("Boxes get no keys from this hub."))
            exposed.send(SIGTERM)
            #expect(await exposed.finish().status == 0)
        }
    }

    @Test("A gate that is closed leaves its places to others")
    func closedGate() async throws {
        try await withTemporaryFolder(holding: ["hub", "north/keys", "south/keys"]) { folder in
            let event = try await SampleEvent(in: folder + "/hub", tickets: 8)
            var office = event.doorcheck
            let listen = "127.0.0.1:\(try Receiver.freePort())"
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            office.environment["DOORCHECK_HUB_LISTEN"] = listen
            let limit = try await office.run(["event", "edit", "--zone", "main", "--capacity", "8"])
            try #require(limit.status == 0, "\(limit.errors)")
            let hub = try office.start(["hub", "serve"])
            #expect(await hub.complaints(until: "hub at").contains("hub at http://127.0.0.1:"))
            var gates: [Program] = []
            for name in ["north", "south"] {
                var gate = Program.doorcheck
                gate.environment["DOORCHECK_LEDGER"] = "\(folder)/\(name)/ledger.sqlite"
                gate.environment["DOORCHECK_KEYS"] = "\(folder)/\(name)/keys"
                gate.environment["DOORCHECK_BOX"] = name
                gate.environment["DOORCHECK_HUB_URL"] = "http://" + listen
                let code = try await office.run(["hub", "enroll", "--name", name]).output
                #expect(try await gate.run(["hub", "join", String(code.dropLast())]).status == 0)
                #expect(try await gate.run(["hub", "sync"]).status == 0)
                gates.append(gate)
            }
            let codes = try event.codes
            // A hub gives out no places in its first seconds, and a busy one may not take them back in time.
            var (isAdmitted, isDone) = (false, false)
            for _ in 0..<100 where !isDone {
                let visit = try await gates[0].run(["run", "--stdin", "--json"], input: codes[0] + "\n")
                isAdmitted = isAdmitted || visit.objects.contains { $0["reason"] as? String == "admitted" }
                isDone = isAdmitted && !visit.errors.contains("places not handed back")
            }
            try #require(isDone)
            // On a busy machine an answer can come too late, and the guest shows the ticket again.
            var (others, reasons) = (Array(codes.dropFirst()), Set<String>())
            for _ in 0..<100 where !others.isEmpty {
                let input = others.joined(separator: "\n") + "\n"
                let verdicts = try await gates[1].run(["run", "--stdin", "--json"], input: input).objects
                let shown = verdicts.compactMap { $0["reason"] as? String }
                try #require(shown.count == others.count)
                others = zip(others, shown).filter { $0.1 != "admitted" }.map(\.0)
                reasons.formUnion(shown)
            }
            #expect(others.isEmpty)
            #expect(reasons.isSubset(of: ["admitted", "room-unknown"]), "\(reasons)")
            hub.send(SIGTERM)
            _ = await hub.finish()
        }
    }

    @Test("An event that cannot be created leaves no key")
    func noOrphans() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let keys = folder + "/keys"
            let before = try FileManager.default.contentsOfDirectory(atPath: keys).sorted()
            #expect(before.contains { $0.hasSuffix("-1.key") })
            let again = try await event.doorcheck.run(["event", "new", "Again", "--slug", "summer-night"])
            #expect(again.status != 0, "\(again.output)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: keys).sorted() == before)
        }
    }

    @Test("A certificate that cannot be used is named, and the hub does not begin without it")
    func wrongCertificate() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let (key, certificate) = (folder + "/hub.key", folder + "/hub.pem")
            try await makeCertificate(certificate, key: key)
            try await makeCertificate(folder + "/other.pem", key: folder + "/other.key")
            try FileManager.default.copyItem(atPath: key, toPath: folder + "/open.key")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder + "/open.key")
            try Data("-----BEGIN".utf8).write(to: URL(fileURLWithPath: folder + "/cut.key"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder + "/cut.key")
            let wrong = [
                (certificate, folder + "/none.key", "none.key cannot be read"),
                (key, key, "contains no certificate"), (certificate, certificate, "can read the key"),
                (certificate, folder + "/cut.key", "contains no usable key"),
                (certificate, folder + "/open.key", "chmod o= \(folder)/open.key"),
                (certificate, folder + "/other.key", "does not match the certificate"), ("", key, "set both"),
            ]
            for (chain, secret, sentence) in wrong {
                var office = event.doorcheck
                office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
                office.environment["DOORCHECK_HUB_CERTIFICATE"] = chain
                office.environment["DOORCHECK_HUB_CERTIFICATE_KEY"] = secret
                let result = try await office.run(["hub", "serve"])
                #expect(result.status != 0 && result.errors.contains(sentence), "\(result.errors)")
            }
        }
    }
}
