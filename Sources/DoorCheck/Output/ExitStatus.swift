// What the command tells its caller, beside words.

import ArgumentParser

/// Exit statuses; those from 64 on are those of sysexits.h.
///
/// - SeeAlso: docs/exit-codes.md
enum ExitStatus: Int32, Comparable {
    /// All admitted, all done.
    case success = 0
    /// At least one ticket was refused, or sent to staff.
    case refused = 1
    /// No refusal but tickets that were used already.
    case duplicates = 3
    /// A picture without a code.
    case noCode = 4
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case software = 70
    case inputOutput = 74
    case tryAgain = 75
    case noPermission = 77
    case configuration = 78

    var code: ExitCode { ExitCode(rawValue) }

    /// Ends a command with this status; a success simply returns.
    func finish() throws {
        if self != .success { throw code }
    }

    /// By weight: troubles of the machine, then refusals, then duplicates, then pictures without a code.
    static func < (left: ExitStatus, right: ExitStatus) -> Bool {
        left.weight < right.weight
    }

    private var weight: Int32 {
        switch self {
        case .success: 0
        case .noCode: 1
        case .duplicates: 2
        case .refused: 3
        default: rawValue
        }
    }
}
