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
            "the webhook queue \(path) is damaged: move it away; the door creates a new one when it opens"
        case .failed(let path, let reason):
            "the webhook queue \(path) cannot be used (\(reason)): check the disk and the permissions"
        }
    }
}
