// Errors of the queue's file.

/// Why deliveries cannot be stored.
public enum WebhookQueueError: Error, Hashable, CustomStringConvertible {
    /// The file is not the one that was written.
    case damaged(path: String)
    /// The file cannot be opened, read or written; `reason` is SQLite's or the system's.
    case failed(path: String, reason: String)

    /// One sentence: what failed, on what, what to do.
    public var description: String {
        switch self {
        case .damaged(let path):
            "the webhook's queue \(path) is damaged: move it away, and a new one is made when the door opens"
        case .failed(let path, let reason):
            "the webhook's queue \(path) cannot be used (\(reason)): check the disk and who may write there"
        }
    }
}
