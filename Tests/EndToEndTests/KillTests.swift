// The program killed at any moment.

import Foundation
import TestSupport
import Testing

struct KillTests {
    /// How often it is killed; `scripts/torture kills` sets another number.
    static let kills = ProcessInfo.processInfo.environment["DOORCHECK_KILLS"].flatMap { Int($0) } ?? 10

    @Test("Killed at any moment, it loses no printed admission and admits nobody twice", .timeLimit(.minutes(30)))
    func killed() async throws {
        try await withTemporaryFolder { folder in
            let tickets = Self.kills * 8
            let event = try await SampleEvent(in: folder, tickets: tickets)
            let files = try event.files
            var random = SeededGenerator()
            var printed: [String: String] = [:]
            func note(_ run: Program.Result) {
                // A killed program may leave half a line; what counts is what a reader could have read whole.
                let whole = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                for line in whole.compactMap({ Program.object(String($0)) }) where line["verdict"] as? String == "admit"
                {
                    guard let ticket = line["ticket"] as? String, let at = line["at"] as? String else { continue }
                    if line["tier"] as? String != "Family" {
                        #expect(printed[ticket] == nil, "admitted twice (seed \(random.seed))")
                    }
                    printed[ticket] = printed[ticket] ?? at
                }
            }
            // Long enough to get some way on this machine, however busy it is.
            var longest = 120
            var kills = 0
            while kills < Self.kills || printed.count <= Self.kills * 2 / 5 {
                let list = files.shuffled(using: &random).joined(separator: "\n")
                let run = try event.doorcheck.start(["check", "--admit", "--json", "-q", "-"], input: list)
                try await Task.sleep(for: .milliseconds(Int.random(in: 5...longest, using: &random)))
                run.send(SIGKILL)
                let result = await run.finish()
                note(result)
                kills += 1
                if result.output.isEmpty { longest = min(longest * 3 / 2, 20_000) }
            }
            note(try await event.doorcheck.run(["check", "--admit", "--json", "-q", event.pictures]))

            let known = try await event.doorcheck.run(["check", "--json", "-q", event.pictures]).objects
            #expect(known.count == tickets)
            for line in known {
                let ticket = try #require(line["ticket"] as? String)
                let first = try #require(line["first"] as? [String: String])
                if let at = printed[ticket], line["tier"] as? String != "Family" {
                    #expect(first["at"] == at, "the printed admission is not the recorded one (seed \(random.seed))")
                }
            }
        }
    }
}
