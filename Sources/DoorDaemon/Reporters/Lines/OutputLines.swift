// Output lines, of which at most one is on.

import BlockingCalls
import DoorSignals
import Logging

/// Switches lines on a separate thread, because a chip on a slow bus takes time.
actor OutputLines {
    private let lines: [any SwitchedLine]
    private let logger: Logger
    private var told: LineError?
    private var turn = 0

    /// One queue for all lines of the program: Linux 6.1's MCP2221 driver confuses concurrent requests of two
    /// threads.
    private static let queue = BlockingQueue(label: "output lines")

    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - lines: The lines; each is requested when it is first switched.
    ///   - logger: Receives one message when a chip is missing, and one when it returns.
    init(_ lines: sending [any SwitchedLine], logger: Logger) {
        self.lines = lines
        self.logger = logger
    }

    /// Switches one line on and the others off.
    ///
    /// - Parameter lit: The line's index.
    /// - Returns: The number of this turn, for ``darken(_:)``.
    func light(_ lit: Int) -> Int {
        turn += 1
        switchAll { $0 == lit }
        return turn
    }

    /// Switches all lines off.
    func darken() {
        switchAll { _ in false }
    }

    /// Switches all lines off, unless there has been another turn since.
    func darken(_ turn: Int) {
        if turn == self.turn { darken() }
    }

    /// Switches all lines off and releases them.
    func release() {
        for line in lines { line.release() }
    }

    private func switchAll(_ isOn: (Int) -> Bool) {
        var trouble: LineError?
        // Lines are switched off before others are switched on: two colours at once would be meaningless.
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
