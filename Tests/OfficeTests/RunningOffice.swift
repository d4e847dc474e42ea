// An office that runs for the length of a test, and a visitor.

import BlockingCalls
import DoorConfiguration
import DoorInstallation
import Foundation
import HTTPClient
import HTTPSupport
import Hummingbird
import Logging
import Scanner
import ServerTLS
import ServiceLifecycle
import TestSupport
import Testing

@testable import Office

/// An office in an empty folder, with a session.
struct RunningOffice: Sendable {
    let folder: String
    let port: Int
    /// The session's cookie.
    var cookie: String?
    /// The addresses that the office serves, such as `GET /office/events/{event}`.
    var addresses: [String] = []
    /// How the first account is made; `nil` for an office with a link.
    var firstAccount: FirstAccount?
    /// Headers of every request.
    var headers: [TransferRequest.Header] = []
    /// Where this visitor reaches it.
    var host = "127.0.0.1"
    private var isEncrypted: Bool { authority != nil }
    /// The authority that has signed its certificate; `nil` for plain HTTP.
    private var authority: String?
    private var visitor = Visitor()

    private init(folder: String, port: Int) {
        (self.folder, self.port) = (folder, port)
    }

    /// Returns the same office for requests at the same time as others.
    func anotherVisitor() -> RunningOffice {
        var other = self
        other.visitor = Visitor()
        return other
    }

    /// Sends requests on a thread of its own: libcurl blocks.
    private actor Visitor {
        private let queue = BlockingQueue(label: "visitor")

        nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

        func output(of program: String, _ arguments: [String]) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }

        func send(_ request: TransferRequest, authority: String?) throws -> Answer {
            let response = try HTTPTransfer(.init(authority: authority)).send(request, by: .now + .seconds(120)) {
                false
            }
            return Answer(status: response.status, headers: response.headers, body: response.body)
        }
    }

    var ledgerPath: String { folder + "/ledger.sqlite" }
    var keysPath: String { folder + "/keys" }

    /// An answer with its JSON.
    struct Answer: @unchecked Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        /// The members of the answer's object.
        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        }

        var said: String { object["said"] as? String ?? "" }
        var field: String? { object["field"] as? String }

        func text(_ key: String) -> String { object[key] as? String ?? "" }
        func list(_ key: String) -> [[String: Any]] { object[key] as? [[String: Any]] ?? [] }
    }

    /// Serves an office while `body` runs.
    ///
    /// - Parameters:
    ///   - isLoggedIn: Whether the one-time link is opened first.
    ///   - script: A shell script in place of `doorcheck`, for what the office starts; `nil` for no program.
    ///   - names: The names of its certificate, with which it serves every address of this machine over TLS; none for
    ///     plain HTTP on the loopback address.
    ///   - isNew: Returns whether nothing is on this machine yet, for an office with a code for the first account.
    ///   - given: The office's folder; `nil` for a new one that is removed afterwards.
    ///   - body: Gets the office.
    /// - Throws: Rethrows errors of the server.
    static func open(
        isLoggedIn: Bool = true, script: String? = nil, certificateFor names: [String] = [],
        isNew: (@Sendable () async -> Bool)? = nil, in given: String? = nil,
        _ body: @Sendable @escaping (RunningOffice) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { temporary in
            let folder = given ?? temporary
            let text = "ledger = \"\(folder)/ledger.sqlite\"\nkeys = \"\(folder)/keys\"\n"
            let configuration = try Configuration(
                file: try ConfigurationFile(path: folder + "/doorcheck.toml", text: text), environment: [:])
            let program = folder + "/program"
            if let script {
                try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: program))
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
            }
            let chain = folder + "/office.pem"
            if !names.isEmpty { try makeCertificate(for: names, at: chain) }
            let certificate = names.isEmpty ? nil : try ServerCertificate(chain: chain, key: chain)
            let address: ListeningAddress = names.isEmpty ? .standard : try #require(ListeningAddress("0.0.0.0:0"))
            let (ports, found) = AsyncStream.makeStream(of: Int.self)
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let firstAccount = isNew.map {
                FirstAccount(of: OfficeAccounts(in: KeyFolder(path: configuration.keysFolder)), onNewMachine: $0)
            }
            let server = OfficeServer(
                configuration: configuration, address: address.with(port: 0),
                certificate: certificate, firstAccount: firstAccount, code: code, actor: "Ines",
                program: [program], decoding: .inProcess, onListening: { found.yield($0.port) }, logger: logger)
            let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [server], logger: logger))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    defer { found.finish() }
                    try await group.run()
                }
                guard let port = await ports.first(where: { _ in true }) else { return try await tasks.waitForAll() }
                var office = RunningOffice(folder: folder, port: port)
                if !names.isEmpty { office.authority = chain }
                office.firstAccount = firstAccount
                office.addresses = server.router.routes.filter { $0.method != .head }.map { "\($0.method) \($0.path)" }
                do {
                    if isLoggedIn { office.cookie = try await office.logIn() }
                    try await body(office)
                } catch { Issue.record(error) }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
        }
    }

    private static func makeCertificate(for names: [String], at path: String) throws {
        let alternatives = names.map { ($0.contains(where: \.isLetter) ? "DNS:" : "IP:") + $0 }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", path + ".key", "-out", path, "-days", "2",
            "-subj", "/CN=office", "-addext", "subjectAltName=" + alternatives.joined(separator: ","),
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let both = try Data(contentsOf: URL(filePath: path)) + Data(contentsOf: URL(filePath: path + ".key"))
        try both.write(to: URL(filePath: path))
        chmod(path, 0o600)
    }

    static let code = "the-one-time-code"

    /// Opens the one-time link.
    func logIn() async throws -> String? {
        let answer = try await post("/office/session", ["code": Self.code])
        #expect(answer.status == 204)
        return answer.headers["set-cookie"]?.split(separator: ";").first.map(String.init)
    }

    // MARK: Accounts

    static let password = "Zanzibar nights 1999"

    /// Adds an account, and returns a visitor with a session of it.
    func person(_ name: String, _ role: String) async throws -> RunningOffice {
        let answer = try await post("/office/people", ["name": name, "role": role, "password": Self.password])
        #expect(answer.status == 200, "\(answer.said)")
        return try await visitor(name)
    }

    /// Returns a visitor who has logged in with an account.
    func visitor(_ name: String) async throws -> RunningOffice {
        var other = anotherVisitor()
        other.cookie = nil
        let answer = try await other.logIn(name, Self.password)
        #expect(answer.status == 204, "\(answer.said)")
        other.cookie = answer.headers["set-cookie"]?.split(separator: ";").first.map(String.init)
        return other
    }

    func logIn(_ name: String, _ password: String) async throws -> Answer {
        try await post("/office/session", ["name": name, "password": password])
    }

    func get(_ path: String, headers: [TransferRequest.Header] = []) async throws -> Answer {
        try await send("GET", path, headers: headers)
    }

    func post(_ path: String, _ value: Any = [String: Any]()) async throws -> Answer {
        let body = [UInt8](try JSONSerialization.data(withJSONObject: value))
        return try await send(
            "POST", path, headers: [("Content-Type", "application/json"), ("Origin", origin)], body: body)
    }

    /// Sends a file.
    func upload(_ bytes: [UInt8], to path: String) async throws -> Answer {
        try await send(
            "POST", path, headers: [("Content-Type", "application/octet-stream"), ("Origin", origin)], body: bytes)
    }

    var origin: String { "\(isEncrypted ? "https" : "http")://\(host):\(port)" }

    func send(
        _ method: String, _ path: String, headers: [TransferRequest.Header] = [], body: [UInt8] = []
    ) async throws -> Answer {
        let cookies: [TransferRequest.Header] = cookie.map { [("Cookie", $0)] } ?? []
        let request = TransferRequest(
            method, origin + path, headers: self.headers + headers + cookies, body: body, bodyLimit: 16 << 20)
        return try await visitor.send(request, authority: authority)
    }

    /// Returns the first line that another user of the machine is answered, with this session's secret. Needs root.
    func firstLineForStranger(at path: String) async throws -> String {
        let request = "GET \(path) HTTP/1.1\\r\\nHost: 127.0.0.1:\(port)\\r\\nCookie: \(cookie ?? "")\\r\\n\\r\\n"
        return try await visitor.output(
            of: "/usr/bin/setpriv",
            [
                "--reuid", "65534", "--clear-groups", "bash", "-c",
                "exec 3<>/dev/tcp/127.0.0.1/\(port); printf '\(request)' >&3; head -n 1 <&3",
            ])
    }

    // MARK: What most tests begin with

    /// Creates the key and an event, and returns the event's identifier.
    func makeEvent(_ more: [String: Any] = [:]) async throws -> String {
        #expect(try await post("/office/key").status == 200)
        var form: [String: Any] = ["event": ["name": "Summer Night"], "gates": [["name": "main"]]]
        form.merge(more) { $1 }
        let answer = try await post("/office/events", form)
        #expect(answer.status == 201, "\(answer.said)")
        return answer.text("id")
    }

    /// Imports a list, and returns the answer.
    @discardableResult
    func importList(_ text: String, to event: String, skippingBad: Bool = false) async throws -> Answer {
        let preview = try await upload(Array(text.utf8), to: "/office/events/\(event)/lists?name=guests.csv")
        #expect(preview.status == 200, "\(preview.said)")
        return try await post("/office/lists/\(preview.text("token"))/import", ["skipBad": skippingBad])
    }

    /// Returns the tickets that a search finds.
    func tickets(of event: String, _ search: [String: Any] = [:]) async throws -> [[String: Any]] {
        try await post("/office/events/\(event)/tickets", search).list("tickets")
    }
}
