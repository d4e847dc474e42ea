// How a hook can fail.

import Glibc

/// Why a verdict was not taken by the hook's program; a kind is told once, and never with what the verdict says.
enum HookFailure: Hashable, CustomStringConvertible {
    /// It is missing, or not a program that this user may run; holds `errno`.
    case notStarted(program: String, errno: Int32)
    /// It said itself that it failed.
    case failed(program: String, status: Int32)
    /// A signal ended it.
    case killed(program: String, signal: Int32)
    /// It took longer than it may, and was ended.
    case tooSlow(program: String, seconds: Int)
    /// Verdicts come faster than it takes them.
    case fellBehind(program: String)
    /// The door was closed before it had taken all verdicts.
    case cutShort(program: String)

    var description: String {
        switch self {
        case .notStarted(let program, let code):
            "the hook \(program) cannot be run (\(String(cString: strerror(code)))): check `hook.program`"
        case .failed(let program, let status):
            "the hook \(program) ended with status \(status), expected 0: run it by hand with a line of `--json`"
        case .killed(let program, let signal):
            "the hook \(program) was ended by signal \(signal): run it by hand with a line of `--json`"
        case .tooSlow(let program, let seconds):
            "the hook \(program) took more than \(seconds) s and was ended: make it faster, or raise `hook.seconds`"
        case .fellBehind(let program):
            "the hook \(program) is slower than the door, and the oldest verdicts that waited for it were left out"
        case .cutShort(let program):
            "the door closed before the hook \(program) had taken every verdict"
        }
    }
}
