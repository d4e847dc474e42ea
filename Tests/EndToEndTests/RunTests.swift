// `doorcheck run` from outside.

import Foundation
import TestSupport
import Testing

struct RunTests {
    @Test("A ticket held before the camera for forty frames is one admission")
    func heldStill() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let frames = folder + "/frames"
            try FileManager.default.createDirectory(atPath: frames, withIntermediateDirectories: true)
            for frame in 0..<40 {
                let name = String(format: "%@/%03d.png", frames, frame)
                try FileManager.default.copyItem(atPath: try event.files[frame / 20], toPath: name)
            }
            let run = try await event.doorcheck.run(["run", "--frames", frames, "--json"])
            #expect(run.status == 0)
            #expect(run.objects.compactMap { $0["reason"] as? String } == ["admitted", "admitted"])
            #expect(try await event.admissions() == 2)
        }
    }

    @Test("A picture of a folder that cannot be read is told once")
    func unreadablePicture() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            try Data("no picture".utf8).write(to: URL(filePath: event.pictures + "/broken.png"))
            let run = try await event.doorcheck.run(["run", "--frames", event.pictures])
            #expect((run.output + run.errors).components(separatedBy: "broken.png").count == 2, "\(run.errors)")
        }
    }

    @Test("Codes that a scanner types are judged one by one; shown again at once, it was just admitted")
    func typedCodes() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let codes = try event.codes
            let input = [codes[0] + "\r", codes[0], "https://example.org/menu", codes[1], ""].joined(separator: "\n")
            let run = try await event.doorcheck.run(["run", "--stdin", "--json"], input: input)
            #expect(run.status == 0)
            let reasons = run.objects.compactMap { $0["reason"] as? String }
            #expect(reasons == ["admitted", "just-admitted", "not-a-ticket", "admitted"])
            #expect(try await event.admissions() == 2)
            // What was shown again is counted everywhere, and is no refusal.
            let status = try #require(try await event.doorcheck.run(["event", "show", "--json"]).objects.first)
            #expect(
                status["shown_again"] as? Int == 1 && status["refused"] as? Int == 1 && status["asked"] as? Int == 0)
            let report = try #require(try await event.doorcheck.run(["report", "--json"]).objects.first)
            #expect(report["shown_again"] as? Int == 1 && report["refused"] as? Int == 1)
            let ticket = try #require(run.objects.compactMap { $0["ticket"] as? String }.first)
            let shown = try #require(try await event.doorcheck.run(["ticket", "show", "--json", ticket]).objects.first)
            #expect((shown["shown_again"] as? [Any])?.count == 1 && (shown["entries"] as? [Any])?.count == 1)
            #expect(try await event.doorcheck.run(["ticket", "show", ticket]).output.contains("shown again  "))
            #expect(try await event.doorcheck.run(["ledger", "verify"]).status == 0)
        }
    }

    @Test("The signals to end are obeyed, with status 0", arguments: [SIGTERM, SIGINT])
    func ending(signal: Int32) async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let run = try event.doorcheck.start(["run", "--frames", event.pictures, "--loop", "--rate", "20", "--json"])
            try await run.wait(for: "admitted")
            run.send(signal)
            let end = await run.finish()
            #expect(end.status == 0, "\(end.errors)")
        }
    }

    @Test("A door whose decoders are killed goes on with new ones")
    func killedDecoders() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let run = try event.doorcheck.start(["run", "--frames", event.pictures, "--loop", "--rate", "20", "--json"])
            try await run.wait(for: "admitted")
            let decoders = run.children
            #expect(decoders.count == 2)
            for decoder in decoders { kill(decoder, SIGKILL) }
            // Between two pictures that costs none; over one, it is told of that one.
            while Set(run.children).subtracting(decoders).count < 2 { await Task.yield() }
            run.send(SIGTERM)
            #expect(await run.finish().status == 0)
        }
    }

    @Test("Every source that is lost is told once, beside standard input that is read on")
    func severalSources() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let lost = ["--camera", folder + "/left", "--camera", folder + "/right", "--scanner", folder + "/scanner"]
            let run = try event.doorcheck.start(["run", "--stdin", "--json"] + lost, input: event.codes[0] + "\n")
            try await run.wait(for: "/left", "/right", "/scanner", "admitted")
            run.send(SIGTERM)
            let end = await run.finish()
            #expect(end.status == 0 && end.errors.isEmpty, "\(end.errors)")
        }
    }

    @Test("Without a camera the door stays up, says so, and still ends when told")
    func noCamera() async throws {
        try await withTemporaryFolder { folder in
            var event = try await SampleEvent(in: folder, tickets: 1).doorcheck
            event.environment["DOORCHECK_CAMERA_DEVICE"] = folder + "/no-camera"
            let run = try event.start(["run", "--json"])
            try await run.wait(for: "no-camera")
            run.send(SIGTERM)
            #expect(await run.finish().status == 0)
        }
    }

    @Test("The banner tells every verdict without colour")
    func banner() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let code = try event.codes[0]
            let forged = code.dropLast(2) + (code.hasSuffix("00") ? "10" : "00")
            let run = try await event.doorcheck.run(["run", "--stdin"], input: "menu\n\(forged)\n\(code)\n")
            #expect(run.output.contains("not one of our tickets"))
            #expect(run.output.contains("XXXXXXXX") && run.output.contains("========"))
            #expect(!run.output.contains("\u{1B}"))
        }
    }
}
