// The exit status of every error that can end a command.

import Accounts
import Admission
import ArgumentParser
import DoorConfiguration
import DoorDisplay
import DoorOutput
import Glibc
import Hub
import HubClient
import Ledger
import Office
import Organising
import Paper
import Scanner
import ServerTLS
import Sync
import TicketLists
import TicketPrinting
import TicketSigning
import Webhook

extension ExitStatus {
    /// - Parameter error: The error that ended the command.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as CommandError: error.status
            case is ConfigurationError: .configuration
            case StaffError.changedMeanwhile: .refused
            case StaffError.reasonNeeded: .usage
            case let error as LedgerError: Self.status(of: error)
            case let error as KeyFileError: Self(error)
            case let error as CameraError: Self.status(of: error)
            case let error as BarcodeScannerError: Self.status(of: error)
            case let error as ImageFileError: Self.status(of: error)
            case let error as UnreadPicture: Self(error.cause)
            case is PictureZipError: .badData
            case AccountError.outOfMemory: .unavailable
            case is AccountError: .usage
            case let error as OfficeAccountsError: Self.status(of: error)
            case ServerCertificateError.unreadable: .noInput
            case ServerCertificateError.keyOpenToAll: .noPermission
            case is ServerCertificateError: .badData
            case let error as HubError: Self.status(of: error)
            case let error as HubClientError: Self.status(of: error)
            case IntroductionError.noMasterKey: .noInput
            case is IntroductionError: .badData
            case SyncFileError.noCryptography: .unavailable
            case ListError.workbookNotWritten: .inputOutput
            case is ListError, is PrintingError, is SyncFileError: .badData
            case PaperError.pageSize: .usage
            case is PaperError: .software
            case let error as DisplayError: Self.status(of: error)
            case is DecoderError: .unavailable
            case is FileError, is WebhookQueueError: .inputOutput
            default: .software
            }
    }

    private static func status(of error: LedgerError) -> ExitStatus {
        switch error {
        case .missing: .noInput
        case .changedMeanwhile: .refused
        case .exists, .refused, .notAFile, .notALedger, .newerSchema, .foreignTables, .damaged: .badData
        case .readOnly, .cannotOpen: .noPermission
        case .locked: .tryAgain
        case .readOnlyDisk, .notCopied, .exchanged, .diskFull, .partlyImported, .inputOutput, .notDurable, .sqlite:
            .inputOutput
        }
    }

    private static func status(of error: CameraError) -> ExitStatus {
        switch error {
        case .noPermission: .noPermission
        case .noControl, .badControlValue: .usage
        default: .unavailable
        }
    }

    private static func status(of error: BarcodeScannerError) -> ExitStatus {
        if case .noPermission = error { .noPermission } else { .unavailable }
    }

    private static func status(of error: DisplayError) -> ExitStatus {
        switch error {
        case .cannotListen: .unavailable
        case .openWithoutPIN: .configuration
        }
    }

    private static func status(of error: HubError) -> ExitStatus {
        switch error {
        case .cannotOpen, .connectionLost, .cannotListen, .overQuota: .unavailable
        case .otherHistory, .moveCancelled: .tryAgain
        case .notADatabase, .otherVersion, .moved, .damaged, .accountExists: .badData
        case .unknownBox, .unknownAccount, .noBackup: .noInput
        case .revoked, .notAMember: .noPermission
        case .database, .diskFull, .notCopied: .inputOutput
        case .numberReused, .codeNotValid, .enrolledOtherwise, .nameTaken, .notEmpty, .otherHub, .refused: .usage
        }
    }

    private static func status(of error: OfficeAccountsError) -> ExitStatus {
        switch error {
        case .exists, .damaged, .tooMany: .badData
        case .unknown: .noInput
        case .unusable(let error): Self(error)
        case .notWritten, .io: .inputOutput
        }
    }

    private static func status(of error: HubClientError) -> ExitStatus {
        switch error {
        case .unreachable, .untrusted, .notAHub, .notSealedForThisBox, .notSigned: .unavailable
        case .badAuthority: .noInput
        case .notJoined, .notTheOrganisers: .noPermission
        case .refused(_, 401, _, _), .refused(_, 403, _, _): .noPermission
        case .refused: .tryAgain
        }
    }

    private static func status(of error: ImageFileError) -> ExitStatus {
        switch error {
        case .cannotRead(ENOENT), .cannotRead(ENOTDIR): .noInput
        default: .badData
        }
    }
}

extension ExitStatus {
    var code: ExitCode { ExitCode(rawValue) }

    /// Throws this status to end a command; returns normally on success.
    func finish() throws {
        if self != .success { throw code }
    }

    /// Returns whether an error is one of ours, with our own message, and not one of the argument parser's.
    ///
    /// - Parameter error: The error that ended the command.
    /// - Returns: `false` for usage errors, `--help` and plain exit codes.
    static func isOwn(_ error: any Error) -> Bool {
        !(error is ExitCode) && !(error is ValidationError) && !(error is CleanExit)
            && !String(reflecting: type(of: error)).hasPrefix("ArgumentParser.")
    }
}
