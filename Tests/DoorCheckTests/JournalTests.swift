// What the journal gets, at a real socket.

import Glibc
import Logging
import TestSupport
import Testing

@testable import DoorDaemon
@testable import DoorOutput

@Suite(.timeLimit(.minutes(30))) struct JournalTests {
    /// Takes an entry apart as systemd-journald does.
    static func fields(of bytes: [UInt8]) -> [String: String] {
        var (rest, fields) = (bytes[...], [String: String]())
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                fields[String(decoding: line[..<equals], as: UTF8.self)] = String(
                    decoding: line[(equals + 1)...], as: UTF8.self)
            } else {
                let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                fields[String(decoding: line, as: UTF8.self)] = String(
                    decoding: rest.dropFirst(8).prefix(length), as: UTF8.self)
                rest = rest.dropFirst(8 + length + 1)
            }
        }
        return fields
    }

    func entry(_ listener: ServiceManagerTests.Listener) throws -> [String: String] {
        Self.fields(of: Array(try #require(listener.next()).utf8))
    }

    func logger(_ path: String, _ fallback: HookTests.LogBook) throws -> Logger {
        let journal = try #require(Journal(path: path))
        var logger = Logger(label: "test") { _ in JournalLogHandler(journal: journal, fallback: fallback) }
        logger.logLevel = .info
        logger[metadataKey: "gate"] = "north"
        return logger
    }

    @Test("Each fact of a message is a field of its entry, and the message says them as well")
    func fields() throws {
        try withTemporaryFolder { folder in
            let listener = ServiceManagerTests.Listener(folder + "/journal")
            let logger = try logger(folder + "/journal", HookTests.LogBook())
            logger.info("code judged", metadata: ["verdict": "refuse", "elapsed.ms": "1.5"])
            let expected = [
                "MESSAGE": "code judged elapsed.ms=1.5 gate=north verdict=refuse", "PRIORITY": "6",
                "SYSLOG_IDENTIFIER": "doorcheck", "DOORCHECK_VERDICT": "refuse", "DOORCHECK_ELAPSED_MS": "1.5",
                "DOORCHECK_GATE": "north",
            ]
            #expect(try entry(listener) == expected)
            logger.debug("not logged")
            logger.error("two\nlines\n", metadata: ["é=a b": "MESSAGE=forged\nPRIORITY=0"])
            let second = try entry(listener)
            #expect(second["MESSAGE"]?.hasPrefix("two\nlines\n") == true && second["PRIORITY"] == "3")
            #expect(second["DOORCHECK___A_B"] == "MESSAGE=forged\nPRIORITY=0")
            #expect(second.count == 5)
        }
    }

    @Test("What the journal does not take is logged as without it")
    func absent() throws {
        try withTemporaryFolder { folder in
            let fallback = HookTests.LogBook()
            try logger(folder + "/nobody", fallback).warning("clock")
            #expect(fallback.texts == ["clock "])
            #expect(Journal(path: "/" + String(repeating: "a", count: 200)) == nil)
        }
    }

    @Test("Only a standard error that leads to the journal counts", arguments: [nil, "", "8:1", "x"])
    func elsewhere(stream: String?) {
        #expect(Journal(environment: stream.map { ["JOURNAL_STREAM": $0] } ?? [:]) == nil)
        var status = stat()
        fstat(STDERR_FILENO, &status)
        #expect(Journal(environment: ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"]) != nil)
    }
}
