// The end, with browsers that do not let go.

import HTTPSupport
import NIOCore
import Testing

@testable import DoorDisplay

struct FarewellTests {
    @Test("Connections that say nothing are closed, and do not keep the page from others", .timeLimit(.minutes(30)))
    func silence() async throws {
        let setup = Scene.Setup(
            timeout: ConnectionTimeouts(idle: .seconds(1)),
            limits: ConnectionLimits(total: 8, perAddress: 8, reserved: 0))
        try await Scene.open(setup) { scene in
            let silent = (0..<12).map { _ in StuckBrowser() }
            for browser in silent { browser.visit(scene.browser.port) }
            // On a busy machine a browser of ours may itself be too slow once.
            while (try? await scene.browser.ask("/"))?.status != 200 { try Task.checkCancellation() }
            // A page that is followed says nothing either, and stays.
            while true {
                let names = try? await scene.browser.follow { events in
                    var names: [String?] = []
                    while names.last != "pulse" { names.append(try await events.nextOfAnyKind()?.name) }
                    return names
                }
                try Task.checkCancellation()
                guard let names else { continue }
                #expect(!names.contains(nil))
                return
            }
        }
    }

    @Test("A browser that reads nothing of what it asked for does not hold up the end", .timeLimit(.minutes(30)))
    func stuckBrowser() async throws {
        let browser = StuckBrowser()
        try await Scene.open(Scene.Setup(limits: StuckBrowser.limits(for: 3000))) { scene in
            browser.ask(for: "/guest.js", times: 3000, at: scene.browser.port)
            while browser.waiting == 0 { await Task.yield() }
        }
        #expect(browser.waiting > 0)
    }
}
