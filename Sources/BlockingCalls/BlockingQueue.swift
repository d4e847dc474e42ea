// An actor's executor for calls that block.

internal import Dispatch

/// Runs an actor's jobs on a serial dispatch queue: a driver or a server that blocks for seconds does not occupy a
/// thread of Swift's cooperative pool, which has only as many threads as the machine has cores.
public final class BlockingQueue: SerialExecutor {
    private let queue: DispatchQueue

    /// Creates a queue.
    ///
    /// - Parameter label: Shown by debuggers.
    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
