// The pages as a browser gets them.

import DoorDisplay
import HTTPSupport
import Testing

struct PageTests {
    @Test(
        "Every file is served by the program itself, with headers that allow nothing else",
        arguments: ["/", "/guest.js"])
    func files(path: String) async throws {
        try await Scene.open { scene in
            let answer = try await scene.browser.ask(path)
            #expect(answer.status == 200)
            #expect(answer.head.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"))
            #expect(answer.head.contains("X-Content-Type-Options: nosniff"))
            #expect(!answer.head.contains("unsafe-inline"))
        }
    }

    @Test("No page asks another machine for anything, and none has a script or a style within")
    func selfContained() async throws {
        try await Scene.open { scene in
            for path in ["/", "/guest.css", "/guest.js", "/link.js", "/page.js", "/style.css"] {
                let body = try await scene.browser.ask(path).body
                #expect(!body.contains("http://") && !body.contains("https://") && !body.contains("//cdn"))
                #expect(!body.contains(" style=") && !body.contains("onclick=") && !body.contains("innerHTML"))
            }
        }
    }

    @Test("Every file that a page or one of its scripts names is there", arguments: ["/", "/staff"])
    func namedFiles(page: String) async throws {
        try await Scene.open(Scene.Setup(staff: StaffTests.room())) { scene in
            var waiting = [page]
            var seen = Set(waiting)
            while let path = waiting.popLast() {
                let answer = try await scene.browser.ask(path)
                #expect(answer.status == 200, "\(path)")
                let named =
                    answer.body.matches(of: #/(?:href|src)="(\/[^"]+)"/#).map { String($0.1) }
                    + answer.body.matches(of: #/from "\.(\/[^"]+)"/#).map { String($0.1) }
                waiting += named.filter { seen.insert($0).inserted }
            }
            #expect(seen.count >= 8)
        }
    }

    @Test("The page gets every text it uses, in the language and direction that were chosen")
    func texts() async throws {
        try await Scene.open { scene in
            let body = try await scene.browser.ask("/page.json").body
            #expect(body.contains("\"direction\":\"rtl\"") && body.contains("text ready"))
            let script = try await scene.browser.ask("/guest.js").body
            for use in script.matches(of: #/text\.(\w+)/#) where use.1 != "js" {
                #expect(body.contains("\"\(use.1)\":"), "there is no text \(use.1)")
            }
        }
    }

    @Test("A request that was addressed to another site's name is refused; so is a change that another site asks for")
    func otherSites() async throws {
        try await Scene.open { (scene) async throws in
            let browser = scene.browser
            #expect(try await browser.ask("/events", host: "evil.example").status == 421)
            #expect(try await browser.ask("/", host: "localhost:\(browser.port)").status == 200)
            let origin = "Origin: http://evil.example"
            #expect(try await browser.ask("/", method: "POST", headers: [origin]).status == 403)
            #expect(try await browser.ask("/", method: "POST").status == 403)
        }
    }

    @Test("A change is refused whose origin is anything but this server with http or https")
    func origins() async throws {
        try await Scene.open(Scene.Setup(staff: StaffTests.room())) { scene in
            let authority = "127.0.0.1:\(scene.browser.port)"
            let origins = [
                "null", "", authority, "//\(authority)", "ftp://\(authority)", "app://\(authority)",
                "http://evil.example/\(authority)", "http://\(authority)/", "http://evil.example http://\(authority)",
            ]
            for origin in origins {
                let answer = try await scene.browser.ask(
                    "/staff/login", method: "POST", headers: ["Origin: \(origin)", "Content-Type: application/json"],
                    body: "{\"name\":\"amina\",\"pin\":\"271828\"}")
                #expect(answer.status == 403, "\(origin)")
            }
        }
    }

    @Test("An answer that is no page may load nothing, whether it is an error or not")
    func answers() async throws {
        try await Scene.open { scene in
            for path in ["/healthz", "/page.json", "/staff/me", "/nowhere"] {
                let head = try await scene.browser.ask(path).head
                #expect(head.contains("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"))
                #expect(head.contains("Cross-Origin-Opener-Policy: same-origin") && head.contains("no-store"))
            }
        }
    }

    @Test("The picture to aim by is there while the camera is, and never kept")
    func preview() async throws {
        struct Still: PreviewSource { func picture() async -> [UInt8]? { Array("JPEG".utf8) } }
        try await Scene.open(Scene.Setup(preview: Still())) { scene in
            let answer = try await scene.browser.ask("/preview.jpg?1")
            #expect(answer.status == 200 && answer.body == "JPEG" && answer.head.contains("Cache-Control: no-store"))
        }
        try await Scene.open { (scene) async throws in
            #expect(try await scene.browser.ask("/preview.jpg").status == 404)
        }
    }

    @Test("Health, readiness and metrics follow the door")
    func health() async throws {
        try await Scene.open { scene in
            let browser = scene.browser
            #expect(try await browser.ask("/healthz").status == 200)
            #expect(try await browser.ask("/readyz").body == "not-open\n")
            await scene.board.update { $0.isOpen = true }
            #expect(try await browser.ask("/readyz").status == 200)
            await scene.board.update { $0.lost = [LostDevice(kind: .camera, name: "/dev/video2")] }
            let without = try await browser.ask("/readyz")
            #expect(without.status == 200 && without.body == "ready\nlost camera /dev/video2\n")
            await scene.board.update { $0.lost = [] }
            await scene.board.update { $0.alerts[.noCamera] = "unplugged" }
            let answer = try await browser.ask("/readyz")
            #expect(answer.status == 503 && answer.body == "no-camera\n")
            scene.metrics.judged("refuse", reason: "already-used", gate: "no\"rth", elapsed: .milliseconds(12))
            scene.metrics.device(LostDevice(kind: .camera, name: "/dev/video0"), isUp: false)
            scene.metrics.device(LostDevice(kind: .scanner, name: "auto"), isUp: true)
            scene.metrics.decoded(in: .milliseconds(3))
            await scene.board.update {
                $0.list = ListState(tickets: 200, unchangedSince: 1_795_000_000_000 - 60_000)
                $0.sharing = SharingState(peer: "hub", contact: 1_795_000_000_000 - 12_000, waiting: 3)
            }
            let text = try await browser.ask("/metrics").body
            let lines = text.split(separator: "\n")
            #expect(lines.contains(#"doorcheck_scans_total{gate="no\"rth",verdict="refuse",reason="already-used"} 1"#))
            #expect(lines.contains(#"doorcheck_verdict_latency_seconds_bucket{le="0.01"} 0"#))
            #expect(lines.contains(#"doorcheck_verdict_latency_seconds_bucket{le="0.02"} 1"#))
            #expect(lines.contains(#"doorcheck_camera_up{camera="/dev/video0"} 0"#))
            #expect(lines.contains(#"doorcheck_scanner_up{scanner="auto"} 1"#))
            #expect(lines.contains("doorcheck_list_tickets 200"))
            #expect(lines.contains("doorcheck_sync_waiting 3"))
            #expect(lines.contains("doorcheck_sync_age_seconds 12"))
            #expect(lines.contains("doorcheck_list_unchanged_seconds 60"))
            #expect(
                lines.contains(#"doorcheck_trouble{kind="no-camera"} 1"#) && lines.contains("doorcheck_frames_total 1"))
        }
    }

    @Test("An address that is taken is told, and used as soon as it is free")
    func taken() async throws {
        let (troubles, told) = AsyncStream.makeStream(of: DisplayError.self)
        let (starts, started) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                try await Scene.open { first in
                    started.yield(first.browser.port)
                    let trouble = await troubles.first { _ in true }
                    #expect("\(trouble as Any)".contains("\(first.browser.port)"))
                }
            }
            let port = try #require(await starts.first { _ in true })
            let setup = Scene.Setup(address: "127.0.0.1:\(port)", onError: { told.yield($0) })
            try await Scene.open(setup) { (second) async throws in
                #expect(try await second.browser.ask("/healthz").status == 200)
            }
            try await tasks.waitForAll()
        }
    }

    @Test("Addresses are an IP address and a port, and it is known which stay on this machine")
    func addresses() throws {
        for text in ["127.0.0.1:8480", "0.0.0.0:80", "[::1]:8480", "[fe80::1]:1"] {
            #expect(ListeningAddress(text)?.description == text)
        }
        for text in ["", "8480", "localhost:8480", "127.0.0.1", "127.0.0.1:65536", "::1:80", "[::1]", "[127.0.0.1]:1"] {
            #expect(ListeningAddress(text) == nil, "\(text)")
        }
        // Whatever the spelling, an address is what it is.
        #expect(ListeningAddress("[0:0:0:0:0:0:0:1]:1")?.description == "[::1]:1")
        #expect(
            ListeningAddress("[0::0]:1")?.isEverywhere == true && ListeningAddress("0.0.0.0:1")?.isEverywhere == true)
        #expect(ListeningAddress("[fd00:0::1]:1")?.urlHost == "[fd00::1]")
        #expect(ListeningAddress("[::1]:1")?.isLocal == true && ListeningAddress("192.168.0.2:1")?.isLocal == false)
    }
}
