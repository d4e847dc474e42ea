// The certificates that an office and a hub make for themselves.

import Foundation
import Glibc
import Logging
import Synchronization
import TestSupport
import Testing

@testable import ServerTLS

struct OwnCertificateTests {
    /// What a machine is called, and when.
    private final class Machine: Sendable {
        let names: Mutex<[String]>
        let now: Mutex<Int>

        init(_ names: [String]) {
            self.names = Mutex(names)
            now = Mutex(Int(time(nil)))
        }

        func certificate(at path: String, signedBy authority: OwnAuthority? = nil) -> OwnCertificate {
            OwnCertificate(
                at: path, of: "DoorCheck office", signedBy: authority,
                names: { .init(lasting: self.names.withLock { $0 }, passing: ["::1"]) },
                clock: { self.now.withLock { $0 } })
        }
    }

    private func output(of arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test("Another program finds its names, its key and its fingerprint in it, and only its owner may read it")
    func contents() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/office.pem"
            let made = try Machine(["box", "box.local", "192.0.2.7"]).certificate(at: path).current()
            let text = try output(of: [
                "x509", "-in", path, "-noout", "-text", "-fingerprint", "-sha256",
            ])
            for part in [
                "DNS:box, DNS:box.local, IP Address:192.0.2.7, IP Address:0:0:0:0:0:0:0:1", "prime256v1", "CA:FALSE",
                "ecdsa-with-SHA256", "TLS Web Server Authentication", "Version: 3",
            ] { #expect(text.contains(part), "\(part)\n\(text)") }
            let fingerprint = text.split(separator: "Fingerprint=").last.map(String.init) ?? ""
            #expect(fingerprint.replacing(":", with: " ").hasPrefix(made.fingerprint) && made.fingerprint.count == 23)
            #expect(made.names == ["box", "box.local", "192.0.2.7", "::1"])
            let verified = try output(of: ["verify", "-CAfile", path, "-partial_chain", path])
            #expect(verified.contains("OK"))
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            #expect((made.end - made.begin) / 86_400 <= 398)
        }
    }

    @Test("It stays the same, until it lacks a name, ends soon, begins later, is damaged or was exposed")
    func renewal() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/office.pem"
            let machine = Machine(["box", "192.0.2.7"])
            let own = machine.certificate(at: path)
            var last = try own.current()
            func stays() throws -> Bool {
                let next = try own.current()
                defer { last = next }
                return next.fingerprint == last.fingerprint
            }
            #expect(try stays())
            // A name that is gone does no harm.
            machine.names.withLock { $0 = ["box"] }
            #expect(try stays())
            machine.names.withLock { $0 = ["box", "192.0.2.8"] }
            #expect(try !stays())
            #expect(last.names.contains("192.0.2.8"))
            machine.now.withLock { $0 += 360 * 86_400 }
            #expect(try stays())
            machine.now.withLock { $0 += 10 * 86_400 }
            #expect(try !stays())
            // A clock that was wrong when it was made, and one that is a few hours behind.
            machine.now.withLock { $0 -= 12 * 3600 }
            #expect(try stays())
            machine.now.withLock { $0 -= 3650 * 86_400 }
            #expect(try !stays())
            chmod(path, 0o640)
            #expect(try !stays())
            try Data("nonsense".utf8).write(to: URL(filePath: path))
            #expect(try !stays())
            unlink(path)
            #expect(try !stays())
        }
    }

    @Test("A server that runs shows the new one, once its machine gets another address", .timeLimit(.minutes(10)))
    func running() async throws {
        try await withTemporaryFolder { folder in
            let machine = Machine(["box", "192.0.2.7"])
            let own = machine.certificate(at: folder + "/office.pem")
            let watch = CertificateReloader(
                try own.current(), every: .milliseconds(1), own: own, logger: Logger(label: "test"))
            let watching = Task { await watch.run() }
            machine.names.withLock { $0 = ["box", "192.0.2.8"] }
            while !watch.certificate.names("192.0.2.8") { try await Task.sleep(for: .milliseconds(1)) }
            #expect(watch.certificate.fingerprint == (try own.current().fingerprint))
            watching.cancel()
            await watching.value
        }
    }

    @Test("An authority of its own vouches for each certificate that a server makes, also under other names")
    func authority() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/hub.pem"
            let authority = Self.authority(in: folder)
            try authority.make()
            let machine = Machine(["box", "192.0.2.7"])
            let own = machine.certificate(at: path, signedBy: authority)
            let first = try own.current()
            func isVerified(_ address: String) throws -> Bool {
                // As strictly as RFC 5280 is.
                try output(of: [
                    "verify", "-x509_strict", "-verify_ip", address, "-CAfile", authority.certificatePath, path,
                ]).contains("OK")
            }
            #expect(try isVerified("192.0.2.7") && !isVerified("192.0.2.8"))
            try authority.make()
            #expect(try own.current().fingerprint == first.fingerprint)
            machine.names.withLock { $0 = ["box", "192.0.2.8"] }
            #expect(try own.current().fingerprint != first.fingerprint)
            #expect(try isVerified("192.0.2.8"))
            for (file, mode) in ["ca.pem": 0o644, "ca.secret": 0o600, "hub.pem": 0o600] {
                #expect(
                    try FileManager.default.attributesOfItem(atPath: folder + "/" + file)[.posixPermissions] as? Int
                        == mode)
            }
            #expect(try !String(contentsOfFile: authority.certificatePath, encoding: .utf8).contains("PRIVATE KEY"))
            #expect(OwnAuthority.isSelfSigned(authority.certificatePath) && !OwnAuthority.isSelfSigned(path))
            // It signs servers only, so that nobody becomes an authority with a server's key.
            let text = try output(of: ["x509", "-in", authority.certificatePath, "-noout", "-text"])
            for part in ["CA:TRUE, pathlen:0", "Certificate Sign", "Not After : Dec 31 23:59:59 2049"] {
                #expect(text.contains(part), "\(part)\n\(text)")
            }
        }
    }

    @Test("A certificate that another authority has signed is made again")
    func otherAuthority() throws {
        try withTemporaryFolder { folder in
            let authority = Self.authority(in: folder)
            try authority.make()
            let own = Machine(["box"]).certificate(at: folder + "/hub.pem", signedBy: authority)
            let first = try own.current()
            // Making it was cut off, or its copy is lost: it is the same authority again.
            let kept = try String(contentsOfFile: authority.certificatePath, encoding: .utf8)
            unlink(authority.certificatePath)
            try authority.make()
            #expect(try String(contentsOfFile: authority.certificatePath, encoding: .utf8) == kept)
            #expect(try own.current().fingerprint == first.fingerprint)
            for file in ["ca.pem", "ca.secret"] { unlink(folder + "/" + file) }
            try authority.make()
            let second = try own.current()
            #expect(second.fingerprint != first.fingerprint)
            #expect(try own.current().fingerprint == second.fingerprint)
        }
    }

    @Test("An authority whose secret is lost, exposed or another's is not replaced: boxes trust it")
    func damagedAuthority() throws {
        try withTemporaryFolder { folder in
            let authority = Self.authority(in: folder)
            try authority.make()
            let (certificate, key) = (folder + "/ca.pem", folder + "/ca.secret")
            let kept = try String(contentsOfFile: certificate, encoding: .utf8)
            let own = Machine(["box"]).certificate(at: folder + "/hub.pem", signedBy: authority)
            unlink(key)
            let lost = ServerCertificateError.authorityLost(certificate: certificate, secret: key)
            #expect(throws: lost) { try authority.make() }
            #expect(throws: ServerCertificateError.unreadable(path: key, reason: "No such file or directory")) {
                try own.current()
            }
            let other = OwnAuthority(certificate: folder + "/other.pem", secret: key, of: "DoorCheck hub")
            try other.make()
            #expect(throws: lost) { try authority.make() }
            chmod(key, 0o644)
            #expect(throws: ServerCertificateError.keyOpenToAll(path: key)) { try other.make() }
            chmod(key, 0o600)
            let encrypted = try output(of: ["genpkey", "-algorithm", "ed25519", "-aes256", "-pass", "pass:mango"])
            for text in ["nonsense", kept, kept + encrypted] {
                try Data(text.utf8).write(to: URL(filePath: key))
                #expect(throws: lost) { try authority.make() }
            }
            #expect(try String(contentsOfFile: certificate, encoding: .utf8) == kept)
        }
    }

    @Test("Of two processes that make an authority at once, both have that of the faster one")
    func togetherMade() throws {
        try withTemporaryFolder { folder in
            let authority = Self.authority(in: folder)
            try authority.make()
            let kept = try String(contentsOfFile: folder + "/ca.secret", encoding: .utf8)
            // What the slower one does, which has found nothing.
            try authority.makeSecret()
            #expect(try String(contentsOfFile: folder + "/ca.secret", encoding: .utf8) == kept)
            try authority.make()
        }
    }

    private static func authority(in folder: String) -> OwnAuthority {
        OwnAuthority(certificate: folder + "/ca.pem", secret: folder + "/ca.secret", of: "DoorCheck hub")
    }

    @Test("A name that is none, such as one that adds others, is left out")
    func hostileNames() throws {
        try withTemporaryFolder { folder in
            let names = [
                "box,DNS:evil.example", "a b", "*.example", "-x", "x..y", "Ünder", "", "copy:1", "good-1.example",
            ]
            let made = try Machine(names).certificate(at: folder + "/office.pem").current()
            #expect(made.names == ["good-1.example", "::1"])
        }
    }

    @Test("A folder that cannot be written is told in one sentence")
    func noFolder() {
        #expect(
            throws: ServerCertificateError.notMade(path: "/proc/no/office.pem", reason: "No such file or directory")
        ) {
            try Machine(["box"]).certificate(at: "/proc/no/office.pem").current()
        }
    }
}
