// A thread for blocking calls, as an actor's executor.

internal import Dispatch

/// Runs an actor's jobs on a serial queue, so that a server that does not answer blocks no thread of Swift's
/// cooperative pool, which has only one per core.
public final class ConnectionQueue: SerialExecutor {
    private let queue: DispatchQueue

    /// Creates a queue.
    ///
    /// - Parameter label: The queue's name in debuggers.
    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
