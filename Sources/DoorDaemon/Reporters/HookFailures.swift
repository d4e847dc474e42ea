// Preventing a hook that always fails from filling the log.

import Logging

/// Logs each kind of failure when it first occurs.
actor HookFailures {
    private let logger: Logger
    private var told: Set<HookFailure> = []

    /// - Parameter logger: Receives the failures as warnings.
    init(logger: Logger) {
        self.logger = logger
    }

    func note(_ failure: HookFailure) {
        guard told.insert(failure).inserted else { return }
        logger.warning("hook failed", metadata: ["error": "\(failure)"])
    }
}
