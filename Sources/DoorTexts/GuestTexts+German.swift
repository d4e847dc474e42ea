// The guest texts in German.

import Admission
import DoorDisplay

extension GuestTexts {
    static func germanWord(_ style: VerdictStyle) -> String {
        switch style {
        case .admit: "Willkommen"
        case .exit: "Auf Wiedersehen"
        case .checked: "Ticket gültig"
        case .again: "Schon eingelassen"
        case .used: "Schon benutzt"
        case .refuse, .quiet: "Ungültig"
        case .ask: "Personal fragen"
        }
    }

    static func german(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "Das ist kein Ticket von uns"
        case .malformed: "Der Code ist beschädigt: bitte noch einmal zeigen"
        case .unsupportedSuite: "Bitte wenden Sie sich mit diesem Ticket an das Personal"
        case .unknownKey: "Dieses Ticket gilt nicht an diesem Ort"
        case .forged: "Dieses Ticket ist nicht echt"
        case .beyondGrant: "Diese Ticketnummer ist nicht gültig"
        case .wrongEvent: "Dieses Ticket gilt für eine andere Veranstaltung"
        case .unknownTicket: "Dieses Ticket steht nicht auf unserer Liste"
        case .revoked: "Dieses Ticket wurde storniert"
        case .replaced: "Es gibt ein neueres Ticket: bitte das neue zeigen"
        case .blocked: "Dieses Ticket ist gesperrt: bitte Personal fragen"
        case .oldKey: "Dieser Code ist veraltet: bitte Personal fragen"
        case .tooEarly: "Einlass für Sie ab {time}"
        case .tooLate: "Der Einlass endete um {time}"
        case .wrongGate: "Bitte gehen Sie zum Eingang {gates}"
        case .wrongTier: "Dieses Ticket gilt nicht an diesem Eingang"
        case .unpaid: "Bitte zahlen Sie an der Kasse"
        case .clockNotTrusted: "Das Personal prüft Ihr Ticket für heute"
        case .alreadyUsed: "Dieses Ticket wurde um {time} benutzt"
        case .notInside: "Dieses Ticket wurde nicht zum Eintritt benutzt"
        case .full: "Es ist gerade voll: bitte warten Sie hier"
        case .roomUnknown, .check: "Bitte warten Sie auf das Personal"
        case .admitted: "Viel Spaß![ {count} von {admits} drin]"
        case .readmitted: "Willkommen zurück"
        case .exited: "Bis bald"
        case .checked: "Ihr Ticket ist gültig"
        case .justAdmitted: "Sie wurden gerade eingelassen"
        case .justExited: "Sie sind gerade hinausgegangen"
        }
    }

    static func germanPage(_ text: PageLabel) -> String {
        switch text {
        case .ready: "Bereit"
        case .holdUp: "Ticket-Code vor die Kamera halten"
        case .aim: "Code hierher halten"
        case .closed: "Geschlossen"
        case .noCamera: "Keine Kamera"
        case .noCameraHelp: "Tickets können nicht gescannt werden: bitte Personal fragen"
        case .noScanner: "Kein Scanner"
        case .cannotRecord: "Bitte warten"
        case .cannotRecordHelp: "Einlass kann nicht gespeichert werden: bitte Personal fragen"
        case .clockNotTrusted: "Uhr prüfen"
        case .clockNotTrustedHelp: "Es wird weiter gescannt; das Personal prüft die Einlasszeiten"
        case .notSetUp: "Noch nicht eingerichtet"
        case .notSetUpHelp: "Einrichtungscode vor die Kamera halten"
        case .office: "Büro"
        case .officeOpen: "Auf einem anderen Gerät öffnen"
        case .officeHelp: "Oder diesen Rechner zum Büro machen: auf einem anderen Gerät öffnen"
        case .officeCode: "Code"
        case .officeCertificate: "Der Browser warnt; weiter, wenn SHA-256 des Zertifikats so beginnt:"
        case .officeNoNetwork: "Damit ein anderes Gerät das Büro öffnen kann: Netzwerkkabel einstecken"
        case .disconnected: "Keine Verbindung"
        case .disconnectedHelp: "Verbindung unterbrochen. Es wird neu verbunden …"
        case .inside: "drinnen"
        case .expected: "erwartet"
        case .perMinute: "pro Min."
        case .refused: "abgewiesen"
        }
    }
}
