// An event's keys from the command line.

import Foundation
import TestSupport
import Testing

struct KeyTests {
    @Test("Old and new keys go side by side until the old one is retired, and the newest stays")
    func rotation() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            func run(_ arguments: String..., status: Int32 = 0) async throws -> Program.Result {
                let result = try await event.doorcheck.run(arguments)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                return result
            }
            let picture = try event.files[0]
            let old = try #require(try await run("key", "list", "--json").objects.first?["key"] as? String)
            #expect(try await run("key", "retire", old, status: 64).errors.contains("key rotate"))
            let new = try await run("key", "rotate").output.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(new != old)
            _ = try await run("check", picture)
            let list = folder + "/late.csv"
            try "name\nLate Guest\n".write(toFile: list, atomically: true, encoding: .utf8)
            _ = try await run("ticket", "issue", list, "--png", folder + "/late")
            let late = try #require(try FileManager.default.contentsOfDirectory(atPath: folder + "/late").first)
            #expect(try await run("key", "retire", old.uppercased()).errors.contains("ticket reissue --key \(old)`"))
            _ = try await run("key", "retire", old)
            _ = try await run("key", "retire", "00000000", status: 66)
            let refused = try await run("check", "--json", picture, status: 1)
            #expect(refused.objects.contains { $0["reason"] as? String == "unknown-key" })
            _ = try await run("check", folder + "/late/" + late)
            let states = try await run("key", "list", "--json").objects.map { $0["state"] as? String }
            #expect(states == ["retired", "good"])
            _ = try await run("key", "export", folder + "/box.key")
            #expect(try String(contentsOfFile: folder + "/box.key", encoding: .utf8).contains("key-id \(new)\n"))
        }
    }
}
