// A door on this machine, run by a program of its own.

import DoorTexts
import FoundationEssentials
import Glibc
import Ledger
import Organising
import TicketSigning

/// What the page shows of the door on this machine.
struct DoorState: Encodable, Sendable {
    /// `closed`, `opening`, `open` or `failed`.
    var state = "closed"
    var event: String?
    var gate: String?
    /// Where guests and staff see it.
    var address: String?
    /// The verdicts since it was opened, by their style.
    var counts: [String: Int] = [:]
    /// The newest verdicts, the newest first.
    var verdicts: [Line] = []
    /// What the door's program says, the newest last.
    var said: [String] = []
    /// The cameras of this machine.
    var cameras: [Camera] = []
    /// The messages that the door shows.
    var messages: [Message] = []
    /// The test of a device that ran last; absent if none did.
    var test: DeviceTestState?

    struct Line: Encodable, Sendable {
        let at: Int64
        let verdict: String
        let reason: String
        let name: String?
        let tier: String?
    }

    struct Message: Encodable, Sendable {
        let text: String
        let by: String
    }

    struct Camera: Encodable, Sendable {
        let path: String
        let name: String
    }
}

/// Opens and closes a door on this machine: `doorcheck run`, as a program of its own, so that the door does not depend
/// on the office.
actor DoorProgram {
    /// The program and the arguments that come before those of `run`.
    private let program: [String]
    private var state = DoorState()
    private var child: ChildProgram?
    private static let mostLines = 20
    /// What the door's program is started with.
    private static let words = ["run", "--json"]
    private static let (event, gate) = ("--event=", "--gate=")

    /// - Parameter program: The path of `doorcheck`, and options that every command takes.
    init(program: [String]) {
        self.program = program
    }

    /// The door as it is now.
    var current: DoorState { state }

    /// Whether the door's program runs.
    var isRunning: Bool { child != nil }

    /// Opens the door.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - gate: The gate's name.
    ///   - arguments: What else `run` gets: a camera, a folder of pictures.
    /// - Throws: ``OfficeRefusal`` if it is open already, or if the program cannot be started.
    func open(_ event: Event, gate: String, arguments: [String]) throws {
        guard child == nil else { throw OfficeRefusal.openAlready }
        let words =
            Self.words + ["\(Self.event)\(event.slug)", "\(Self.gate)\(gate)"] + program.dropFirst() + arguments
        child = try ChildProgram(program.first ?? "doorcheck", words, named: "The door")
        state = DoorState(state: "opening", event: event.id.description, gate: gate)
        Task { await follow() }
    }

    /// A door that has outlived the office that opened it.
    struct Orphan {
        fileprivate let program: ChildProgram
        /// The event's short name.
        let event: String
        let gate: String
    }

    /// Finds a door that an office has opened and that no office follows.
    ///
    /// - Parameter ledger: The path of the ledger that the door uses.
    /// - Returns: The door; `nil` if there is none.
    func orphan(at ledger: String) -> Orphan? {
        for folder in ProcessFolder.all {
            let words = folder.words
            guard let start = words.firstIndex(of: program.first ?? ""),
                case let words = words[(start + 1)...], words.starts(with: Self.words),
                case let words = words.dropFirst(Self.words.count),
                let event = words.first, event.hasPrefix(Self.event),
                let gate = words.dropFirst().first, gate.hasPrefix(Self.gate),
                words.dropFirst(2).starts(with: program.dropFirst()),
                folder.hasOpen(ledger), let program = ChildProgram(folder)
            else { continue }
            return Orphan(
                program: program, event: String(event.dropFirst(Self.event.count)),
                gate: String(gate.dropFirst(Self.gate.count)))
        }
        return nil
    }

    /// Follows a door as if this office had opened it.
    ///
    /// - Parameters:
    ///   - door: The door.
    ///   - event: Its event.
    func takeOver(_ door: Orphan, of event: Event) {
        guard child == nil else { return }
        child = door.program
        state = DoorState(state: "opening", event: event.id.description, gate: door.gate)
        Task { await follow() }
    }

    /// Takes what the door's program writes, until it has ended.
    private func follow() async {
        while var child {
            let (verdicts, notes, end) = child.look()
            for line in verdicts { take(verdict: line) }
            for line in notes { take(note: line) }
            self.child = end == nil ? child : nil
            if let end {
                state.state = end == .good ? "closed" : "failed"
                state.address = nil
            } else {
                try? await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    /// Closes the door, as at the end of an evening.
    func close() {
        child?.end()
    }

    private func take(verdict line: String) {
        struct Verdict: Decodable {
            let verdict: String?
            let reason: String
            let holder: String?
            let tier: String?
            let at: String?
        }
        guard let verdict = try? JSONDecoder().decode(Verdict.self, from: Data(line.utf8)), let word = verdict.verdict
        else { return }
        state.state = "open"
        state.counts[word, default: 0] += 1
        state.verdicts.insert(
            .init(
                at: (verdict.at.flatMap { Timestamp(rfc3339: $0) } ?? WallClock.now).milliseconds, verdict: word,
                reason: verdict.reason, name: verdict.holder, tier: verdict.tier), at: 0)
        if state.verdicts.count > Self.mostLines { state.verdicts.removeLast() }
    }

    private func take(note line: String) {
        let prefix = "display at "
        if line.hasPrefix(prefix) {
            state.address = String(line.dropFirst(prefix.count))
            state.state = "open"
        } else {
            state.said.append(line)
            if state.said.count > Self.mostLines { state.said.removeFirst() }
        }
    }
}
