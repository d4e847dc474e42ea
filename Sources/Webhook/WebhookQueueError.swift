// What goes wrong with the queue's file.

/// Why deliveries cannot be kept.
public enum WebhookQueueError: Error, Hashable, CustomStringConvertible {
    /// It is not the file that was written.
    case damaged(path: String)
    /// It cannot be opened, read or written; holds SQLite's or the system's words.
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
