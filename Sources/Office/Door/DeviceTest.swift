// Tests of this machine's devices.

import DoorTexts

/// A test of a device: a command of `doorcheck`, as a program of its own.
enum DeviceTestKind: String, Codable, Sendable {
    /// Plays the sounds of all verdicts.
    case sound
    /// Lights each lamp.
    case lamp
    /// Finds and keeps the best focus and exposure of a camera.
    case tuning

    fileprivate func words(camera: String?) -> [String] {
        switch self {
        case .sound: ["sound", "test"]
        case .lamp: ["lamp", "test"]
        case .tuning: ["camera", "tune"] + (camera.map { ["--device", $0] } ?? [])
        }
    }
}

/// What the page shows of a test.
struct DeviceTestState: Encodable, Sendable {
    let test: DeviceTestKind
    /// `running`, `done` or `failed`.
    var state = "running"
    /// What its command says, the newest last.
    var said: [String] = []
}

/// Runs one test at a time.
actor DeviceTest {
    /// The program and the arguments that come after those of the test.
    private let program: [String]
    private var child: ChildProgram?
    private(set) var current: DeviceTestState?
    private static let mostLines = 20
    /// What takes longer has hung: a search for focus and exposure takes up to a minute.
    private static let longest: Duration = .seconds(180)

    /// - Parameter program: The path of `doorcheck`, and options that every command takes.
    init(program: [String]) {
        self.program = program
    }

    /// Begins a test.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - camera: The camera to tune; `nil` for the configuration's.
    /// - Throws: ``OfficeRefusal`` if one runs, or if the program cannot be started.
    func begin(_ test: DeviceTestKind, camera: String?) throws {
        guard child == nil else {
            throw OfficeRefusal("Another test runs; wait until it has ended.", because: .conflict)
        }
        let words = test.words(camera: camera) + program.dropFirst()
        child = try ChildProgram(program.first ?? "doorcheck", words, named: "The test")
        current = DeviceTestState(test: test)
        Task { await follow(until: .now + Self.longest) }
    }

    /// Ends the test that runs.
    func end() { child?.end() }

    private func follow(until deadline: ContinuousClock.Instant) async {
        while var child {
            let (output, errors, end) = child.look()
            for line in output + errors { take(line) }
            self.child = end == nil ? child : nil
            if let end { current?.state = end == .good ? "done" : "failed" }
            if end == nil, ContinuousClock.now > deadline { child.end(atOnce: .now > deadline + .seconds(5)) }
            if end == nil { try? await Task.sleep(for: .milliseconds(200)) }
        }
    }

    private func take(_ line: String) {
        let prefix = "doorcheck: "
        current?.said.append(line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line)
        if current?.said.count ?? 0 > Self.mostLines { current?.said.removeFirst() }
    }
}
