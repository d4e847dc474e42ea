// Failures of a hook, each kind logged once.

import Glibc
import Logging

/// Why the hook's program did not handle a verdict; each kind is reported once, without the verdict's content.
enum HookFailure: Hashable, CustomStringConvertible {
    /// The program is missing, or this user may not run it; holds `errno`.
    case notStarted(program: String, errno: Int32)
    /// The program reported a failure.
    case failed(program: String, status: Int32)
    /// A signal ended the program.
    case killed(program: String, signal: Int32)
    /// The program exceeded its time limit and was ended.
    case tooSlow(program: String, seconds: Int)
    /// Verdicts arrive faster than the program handles them.
    case fellBehind(program: String)
    /// The door closed before the program had handled all verdicts.
    case cutShort(program: String)

    var description: String {
        switch self {
        case .notStarted(let program, let code):
            "the hook \(program) cannot be run (\(String(cString: strerror(code)))): check `hook.program`"
        case .failed(let program, let status):
            "the hook \(program) ended with status \(status), expected 0: run it by hand with a line from `--json`"
        case .killed(let program, let signal):
            "the hook \(program) was killed by signal \(signal): run it by hand with a line from `--json`"
        case .tooSlow(let program, let seconds):
            "the hook \(program) took more than \(seconds) s and was stopped: make it faster, or raise `hook.seconds`"
        case .fellBehind(let program):
            "the hook \(program) is slower than the door, so the oldest waiting verdicts were skipped"
        case .cutShort(let program):
            "the door closed before the hook \(program) received every verdict"
        }
    }
}

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
