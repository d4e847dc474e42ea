// Defers Ctrl-Z while the ledger is being written: the process stops when the write is done.

import Glibc
import Synchronization

/// Defers the stop signals of a terminal while this process holds a ledger's lock.
///
/// A process that is stopped in the middle of a write keeps the lock, and no door can record anything until somebody
/// types `fg`. SIGSTOP cannot be caught; a process that waits for the lock continues a holder that was stopped this
/// way.
public enum StopSignalGuard {
    /// The number of writes in progress in this process, or ``stopping``.
    private static let writes = Atomic<Int>(0)
    /// The signal that arrived during a write; 0 for none.
    private static let pending = Atomic<Int32>(0)
    private static let stopping = -1

    private static let signals = [SIGTSTP, SIGTTIN, SIGTTOU]

    /// Catches the signals from now on; call it once, before the first write. A signal that is ignored stays ignored.
    public static func deferDuringWrites() {
        // Initialises the globals before a signal handler can access them.
        _ = (writes.load(ordering: .relaxed), pending.load(ordering: .relaxed))
        for signal in signals {
            var action = sigaction()
            guard sigaction(signal, nil, &action) == 0, Self.isDefault(action) else { continue }
            catchSignal(signal)
        }
    }

    /// Marks the beginning of a write; waits while the process is about to stop.
    static func begin() {
        while true {
            let count = writes.load(ordering: .acquiring)
            if count == stopping {
                usleep(100)
            } else if writes.compareExchange(
                expected: count, desired: count + 1, ordering: .acquiringAndReleasing
            ).exchanged {
                return
            }
        }
    }

    /// Marks the end of a write; stops the process if a signal arrived meanwhile.
    static func end() {
        writes.subtract(1, ordering: .acquiringAndReleasing)
        stopIfAsked()
    }

    /// Runs in a signal handler: nothing here allocates or waits.
    private static func caught(_ signal: Int32) {
        let saved = errno
        pending.store(signal, ordering: .releasing)
        stopIfAsked()
        errno = saved
    }

    private static func stopIfAsked() {
        guard pending.load(ordering: .acquiring) != 0,
            writes.compareExchange(expected: 0, desired: stopping, ordering: .acquiringAndReleasing).exchanged
        else { return }
        let signal = pending.exchange(0, ordering: .acquiringAndReleasing)
        if signal != 0 { stop(by: signal) }
        writes.store(0, ordering: .releasing)
    }

    /// Stops as if the signal had not been caught, so that shells notice it, and processes without a shell are not
    /// affected.
    private static func stop(by signal: Int32) {
        var (usual, blocked, before) = (sigaction(), sigset_t(), sigset_t())
        usual.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(signal, &usual, nil)
        sigemptyset(&blocked)
        sigaddset(&blocked, signal)
        pthread_sigmask(SIG_UNBLOCK, &blocked, &before)
        raise(signal)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        catchSignal(signal)
    }

    private static func catchSignal(_ signal: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { StopSignalGuard.caught($0) }
        action.sa_flags = SA_RESTART
        sigaction(signal, &action, nil)
    }

    private static func isDefault(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
    }
}
