// The guest texts in English.

import Admission
import DoorDisplay

extension GuestTexts {
    static func englishWord(_ style: VerdictStyle) -> String {
        switch style {
        case .admit: "Welcome"
        case .exit: "Goodbye"
        case .checked: "Ticket valid"
        case .again: "Already let in"
        case .used: "Already used"
        case .refuse, .quiet: "Not valid"
        case .ask: "Ask staff"
        }
    }

    static func english(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "This is not one of our tickets"
        case .malformed: "The code is damaged: please show it again"
        case .unsupportedSuite: "Please ask staff about this ticket"
        case .unknownKey: "This ticket is not for this venue"
        case .forged: "This ticket is not genuine"
        case .beyondGrant: "This ticket number is not valid"
        case .wrongEvent: "This ticket is for another event"
        case .unknownTicket: "This ticket is not on our list"
        case .revoked: "This ticket has been revoked"
        case .replaced: "There is a newer ticket: please show that one"
        case .blocked: "This ticket is blocked: please ask staff"
        case .oldKey: "This code is out of date: please ask staff"
        case .tooEarly: "You can enter from {time}"
        case .tooLate: "Doors closed at {time}"
        case .wrongGate: "Please go to gate {gates}"
        case .wrongTier: "This ticket is not valid at this gate"
        case .unpaid: "Please pay at the desk"
        case .clockNotTrusted: "Staff will check your ticket for today"
        case .alreadyUsed: "This ticket was used at {time}"
        case .notInside: "This ticket has not been used to enter"
        case .full: "We are full: please wait here"
        case .roomUnknown, .check: "Please wait for staff"
        case .admitted: "Enjoy![ {count} of {admits} in]"
        case .readmitted: "Welcome back"
        case .exited: "See you soon"
        case .checked: "Your ticket is valid"
        case .justAdmitted: "You were let in a moment ago"
        case .justExited: "You left a moment ago"
        }
    }

    static func englishPage(_ text: PageLabel) -> String {
        switch text {
        case .ready: "Ready"
        case .holdUp: "Hold your ticket’s code up to the camera"
        case .aim: "Hold the code here"
        case .closed: "Closed"
        case .noCamera: "No camera"
        case .noCameraHelp: "Tickets cannot be scanned: please ask staff"
        case .noScanner: "No scanner"
        case .cannotRecord: "Please wait"
        case .cannotRecordHelp: "Entries cannot be recorded: please ask staff"
        case .clockNotTrusted: "Check the clock"
        case .clockNotTrustedHelp: "Scanning continues; staff decide about entry times"
        case .notSetUp: "Not set up yet"
        case .notSetUpHelp: "Hold the setup code up to the camera"
        case .office: "Office"
        case .officeOpen: "On another device, open"
        case .officeHelp: "Or make this machine your office: on another device, open"
        case .officeCode: "Code"
        case .officeCertificate: "Your browser warns; go on if the certificate’s SHA-256 begins with"
        case .officeNoNetwork: "To open the office on another device, plug in a network cable"
        case .disconnected: "Disconnected"
        case .disconnectedHelp: "Connection lost. Reconnecting…"
        case .inside: "inside"
        case .expected: "expected"
        case .perMinute: "per min"
        case .refused: "refused"
        }
    }
}
