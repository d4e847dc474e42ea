// A thread for calls that block, as an actor's executor.

import Dispatch

/// Runs an actor's jobs on a serial queue: a server that does not answer holds no thread of Swift's pool, which has only
/// as many as the machine has cores.
final class ConnectionQueue: SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: Shown by debuggers.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
