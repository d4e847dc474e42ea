// Lines of which one is on at a time.

import DoorSignals
import Logging
import Scanner

/// Switches lines on a thread of their own, since a chip at a slow bus takes its time.
actor OutputLines {
    private let lines: [any SwitchedLine]
    private let logger: Logger
    private var told: LineError?
    private var turn = 0

    /// One for all lines of the program: Linux 6.1's driver of the MCP2221 mixes up what two threads ask at once.
    private static let queue = BlockingQueue(label: "output lines")

    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - lines: Taken when they are first switched.
    ///   - logger: Takes a chip that is missing, once, and its return.
    init(_ lines: sending [any SwitchedLine], logger: Logger) {
        self.lines = lines
        self.logger = logger
    }

    /// Switches one on and the others off.
    ///
    /// - Parameter lit: Its index.
    /// - Returns: What ``darken(_:)`` knows this turn by.
    func light(_ lit: Int) -> Int {
        turn += 1
        switchAll { $0 == lit }
        return turn
    }

    /// Switches all off.
    func darken() {
        switchAll { _ in false }
    }

    /// Switches all off, unless there was another turn since.
    func darken(_ turn: Int) {
        if turn == self.turn { darken() }
    }

    /// Switches all off and gives them back.
    func release() {
        for line in lines { line.release() }
    }

    private func switchAll(_ isOn: (Int) -> Bool) {
        var trouble: LineError?
        // Off before on: two colours at once say nothing.
        for index in lines.indices.sorted(by: { !isOn($0) && isOn($1) }) {
            do throws(LineError) {
                try lines[index].set(isOn(index))
            } catch {
                trouble = error
            }
        }
        tell(trouble)
    }

    private func tell(_ trouble: LineError?) {
        if let trouble, told == nil { logger.warning("lamp or relay failed", metadata: ["error": "\(trouble)"]) }
        if trouble == nil, told != nil { logger.notice("lamp or relay works again") }
        told = trouble
    }
}
