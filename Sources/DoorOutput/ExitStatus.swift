// The exit status of the command.

import Glibc
package import TicketSigning

/// The exit statuses; those from 64 on are from sysexits.h.
///
/// - SeeAlso: docs/exit-codes.md
package enum ExitStatus: Int32, Comparable {
    /// Everyone was admitted, or everything was done.
    case success = 0
    /// At least one ticket was refused, or sent to staff.
    case refused = 1
    /// No ticket was refused, except those that were used already.
    case duplicates = 3
    /// A picture has no code.
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

    /// Orders statuses by severity: system failures, then refusals, then duplicates, then pictures without a code.
    package static func < (left: ExitStatus, right: ExitStatus) -> Bool {
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

extension ExitStatus {
    /// - Parameter error: An error of a file with a key, a PIN or a token.
    package init(_ error: KeyFileError) {
        self =
            switch error {
            case .exposed, .foreignOwner: .noPermission
            case .io(_, _, ENOENT), .io(_, _, ENOTDIR): .noInput
            case .io(_, _, EACCES), .io(_, _, EPERM): .noPermission
            case .io: .inputOutput
            default: .badData
            }
    }
}
