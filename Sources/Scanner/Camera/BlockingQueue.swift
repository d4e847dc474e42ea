// A thread for calls that block, as an actor's executor.

internal import Dispatch

/// Runs an actor's jobs on a serial queue with threads of its own: a driver that blocks for seconds there takes no
/// thread of Swift's pool, which has only as many as the machine has cores.
public final class BlockingQueue: SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: Shown by debuggers.
    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
