// The staff page's texts in German.

import Admission
import DoorDisplay

extension StaffTexts {
    static func german(_ label: StaffLabel) -> String {
        switch label {
        case .yourName: "Ihr Name"
        case .pin: "PIN"
        case .logIn: "Anmelden"
        case .logOut: "Abmelden"
        case .gate: "Eingang"
        case .closed: "geschlossen"
        case .exitGate: "Ausgang"
        case .checkGate: "Kontrolle"
        case .disconnected: "Keine Verbindung"
        case .listState: "{count} Tickets, Liste seit {age} unverändert"
        case .sharingState: "letzter Kontakt zu {peer} vor {age}, noch zu senden: {count}"
        case .counts: "{inside} von {expected} drin · {perMinute} pro min · {refused} abgewiesen · {asked} ans Personal"
        case .shownAgain: "{count} noch einmal gezeigt"
        case .cannotRecord: "Speichern nicht möglich: niemand wird eingelassen"
        case .noCamera: "Keine Kamera"
        case .noScanner: "Kein Scanner"
        case .clockNotTrusted: "Uhr nicht verlässlich"
        case .cameraMissing: "Die Kamera {name} fehlt; es geht ohne sie weiter."
        case .scannerMissing: "Der Scanner {name} fehlt; es geht ohne ihn weiter."
        case .messages: "Nachrichten der Veranstalter"
        case .dismiss: "Gelesen"
        case .waiting: "Warten auf das Personal"
        case .nobodyWaits: "Niemand wartet."
        case .handledBy: "bei {name}"
        case .queueFull:
            "Die Liste ist voll. Nicht aufgeführte Gäste: {count}. Sie zeigen ihr Ticket noch einmal, sobald "
                + "sie kürzer ist."
        case .unlisted:
            "Nicht aufgeführte Gäste, während die Liste voll war: {count}. Bitten Sie sie, ihr Ticket noch "
                + "einmal zu zeigen."
        case .takeOff: "Von der Liste nehmen"
        case .handledElsewhere: "Um diesen Gast hat sich jemand auf einer anderen Seite gekümmert."
        case .lastScan: "Letzter Scan"
        case .noScans: "Noch keine Scans"
        case .ready: "Bereit"
        case .openTicket: "Öffnen"
        case .clear: "Ausblenden"
        case .search: "Suche"
        case .searchHint: "Name, E-Mail oder Bestellung"
        case .searchHelp:
            "Ticket nach dem Anfang eines Wortes im Namen, in der E-Mail-Adresse oder der Bestellnummer suchen"
        case .noMatch: "Keine passenden Tickets."
        case .ticket: "Ticket"
        case .noName: "Ohne Namen"
        case .close: "Schließen"
        case .valid: "gültig"
        case .unpaid: "nicht bezahlt"
        case .blocked: "gesperrt"
        case .revoked: "storniert"
        case .replaced: "ersetzt"
        case .unlistedTicket: "nicht auf der Liste"
        case .admit: "Einlassen"
        case .admitAnyway: "Trotzdem einlassen"
        case .paidAndAdmit: "Bezahlt, einlassen"
        case .undo: "Letzten Einlass zurücknehmen"
        case .markPaid: "Als bezahlt markieren"
        case .block: "Sperren"
        case .restore: "Freigeben"
        case .really: "{action}: wirklich?"
        case .pressAgain: "Zum Bestätigen noch einmal drücken: {action}."
        case .reason: "Grund"
        case .reasonHint: "Bleibt für immer gespeichert; keine Namen von Gästen"
        case .reasons: "Mögliche Gründe"
        case .enterReason: "Geben Sie einen Grund an; er bleibt für immer gespeichert."
        case .noRuleObjects: "Keine Regel spricht dagegen"
        case .rulesObject: "Regeln, die dagegen sprechen: {count}"
        case .noAnswer: "Die Tür antwortet nicht."
        case .actionUnanswered:
            "Die Tür antwortet nicht; vielleicht ist es schon geschehen. Versuchen Sie es noch einmal: Es wirkt "
                + "nur einmal."
        case .notDone: "Die Tür konnte das nicht tun."
        case .pastScans: "Die letzten 100 Scans"
        case .show: "Anzeigen"
        case .all: "alle"
        case .admitted: "eingelassen"
        case .alreadyUsed: "schon benutzt"
        case .refused: "abgewiesen"
        case .forStaff: "fürs Personal"
        case .gateMoved: "Die Tür ist jetzt Eingang {gate}."
        case .gateUnknown: "Die Veranstaltung hat diesen Eingang nicht."
        case .pageOutdated: "Diese Seite ist veraltet; laden Sie sie neu."
        case .didAdmit: "Eingelassen, mit diesem Ticket drin: {count}."
        case .didPayAndAdmit: "Bezahlt und eingelassen, mit diesem Ticket drin: {count}."
        case .didUndo: "Zurückgenommen: {movement}."
        case .entryAt: "Einlass um {time}, Eingang {gate}"
        case .exitAt: "Ausgang um {time}, Tor {gate}"
        case .nothingToUndo: "Mit diesem Ticket ist niemand hinein- oder hinausgegangen; es gibt nichts zurückzunehmen."
        case .undoTooLate:
            "{movement} ist zu lange her: Die Veranstaltung erlaubt das Zurücknehmen {count} Minuten lang."
        case .messageGone: "Diese Nachricht war schon als gelesen markiert."
        case .messageDismissed: "Die Nachricht ist als gelesen markiert."
        case .didPay: "Das Ticket ist als bezahlt markiert."
        case .didBlock: "Das Ticket ist gesperrt."
        case .didRestore: "Das Ticket ist freigegeben."
        case .notListed: "Dieses Ticket steht nicht auf der Liste."
        case .guestGone: "Dieser Gast steht nicht mehr auf der Liste der Wartenden."
        case .guestTakenOff: "Der Gast ist von der Liste genommen."
        case .nameNeeded: "Geben Sie Ihren Namen mit 1 bis 40 sichtbaren Zeichen ein."
        case .wrongPIN: "Die PIN ist falsch."
        case .tooManyTries: "Zu viele Versuche; warten Sie eine Minute."
        case .paidHere: "an der Tür bezahlt"
        case .showedReceipt: "hat den Beleg gezeigt"
        case .checkedIt: "geprüft"
        case .overruled: "vom Personal eingelassen trotz: {sentence}"
        case .usedBefore: "schon um {time} benutzt, Eingang {gate}, Gerät {box}"
        case .groupCount: "{count} von {admits} drin"
        case .unsigned: "Strichcode ohne Unterschrift"
        case .clockBehind: "Uhr nicht verlässlich: Sie geht vor dem neuesten Scan von {time}"
        case .clockSetBack: "Uhr nicht verlässlich: Sie wurde im Betrieb um {age} zurückgestellt"
        case .clockSetForward: "Uhr nicht verlässlich: Sie wurde im Betrieb um {age} vorgestellt"
        case .changedMeanwhile: "Inzwischen geändert: {change}. Sehen Sie noch einmal nach, bevor Sie handeln."
        case .rulesNowSay: "die Regeln sagen jetzt: {objection}"
        case .rulesContent: "keine Regel spricht mehr dagegen"
        case .gateNow: "die Tür ist jetzt Eingang {gate}"
        case .rulesObjectTo:
            "Die Regeln sprechen dagegen ({objection}), deshalb geschah nichts; mit einem Grund geht es trotzdem."
        case .movedBy: "{movement}, durch {name}"
        case .voided: "ein Einlass oder Ausgang wurde zurückgenommen um {time}, Eingang {gate}"
        case .changedTo: "{status} seit {time}, durch {name}"
        case .changedRow: "der Eintrag des Tickets auf der Liste oder seine Bedingungen wurden geändert"
        case .sellHere: "An der Tür verkaufen"
        case .tier: "Kategorie"
        case .noTier: "ohne Kategorie"
        case .people: "Personen"
        case .guestName: "Name"
        case .mayStayEmpty: "Kann leer bleiben"
        case .hasPaid: "Bezahlt"
        case .freeOfCharge: "Kostenlos"
        case .sellAndAdmit: "Verkaufen und einlassen"
        case .didSell: "Verkauft und eingelassen, mit diesem Ticket drin: {count}."
        case .soldBefore:
            "Dieser Verkauf war schon erledigt, deshalb geschah jetzt nichts; mit seinem Ticket drin: {count}."
        case .salesOff: "An dieser Tür werden keine Tickets verkauft."
        case .notSoldNow: "Das Gewählte wird hier nicht mehr verkauft. Bitte neu wählen."
        case .freeNeedsReason: "Geben Sie an, warum der Eintritt frei ist; das bleibt für immer gespeichert."
        case .peopleWrong: "Geben Sie 1 bis {count} Personen an."
        case .guestNameWrong: "Schreiben Sie den Namen in eine Zeile mit höchstens {count} Zeichen."
        }
    }

    static func german(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "kein Ticket von uns"
        case .malformed: "beschädigter Code"
        case .unsupportedSuite: "Ticket einer neueren Version; aktualisieren Sie dieses Gerät"
        case .unknownKey:
            "von anderen Veranstaltern signiert oder mit einem Schlüssel, der zurückgezogen ist oder diesem Gerät fehlt"
        case .forged: "GEFÄLSCHT: die Signatur ist ungültig"
        case .beyondGrant: "von einem Partner signiert, aber keine Nummer, die er verkaufen darf"
        case .wrongEvent: "für eine andere Veranstaltung[: {event}]"
        case .unknownTicket: "echt, aber nicht auf der Liste dieses Geräts"
        case .revoked: "von den Veranstaltern storniert"
        case .replaced: "durch ein neueres Ticket ersetzt"
        case .blocked: "von den Veranstaltern gesperrt[: {note}]"
        case .oldKey: "mit einem anderen Schlüssel signiert als das Ticket; fragen Sie nach dem neuesten Code"
        case .tooEarly: "zu früh: Einlass ab {time}"
        case .tooLate: "zu spät: Einlass endete um {time}"
        case .wrongGate: "falscher Eingang: weiter zu {gates}"
        case .wrongTier: "gilt nicht an diesem Eingang[; hier gelten {tiers}]"
        case .unpaid: "nicht bezahlt: zur Kasse schicken"
        case .clockNotTrusted: "gilt einmal am Tag, aber das Datum ist unsicher: War der Gast heute schon drin?"
        case .alreadyUsed: "erster Einlass um {time}, Eingang {gate}, Gerät {box}"
        case .notInside: "nicht drin[: zuletzt gesehen um {time}, Eingang {gate}]"
        case .full: "{zone} ist voll: {capacity} drin"
        case .roomUnknown: "dieses Gerät hat keine Plätze mehr in {zone} und vom Hub keine bekommen: Ist Platz?"
        case .check: "prüfen: {note}"
        case .admitted: ""
        case .readmitted: "Wiedereinlass"
        case .exited: "geht hinaus"
        case .checked: "gültig; zählt nicht als Einlass"
        case .justAdmitted: "hier gerade eingelassen; dieser Scan lässt niemanden ein"
        case .justExited: "hier gerade hinausgegangen"
        }
    }

    /// The rules' questions by the English ones.
    static let germanQuestions = [
        "genuine": "echt",
        "for this event": "für diese Veranstaltung",
        "on the list": "auf der Liste",
        "not revoked": "nicht storniert",
        "not blocked": "nicht gesperrt",
        "signed by its key": "mit seinem Schlüssel signiert",
        "paid": "bezahlt",
        "in time": "rechtzeitig",
        "on a date that is certain": "an einem sicheren Datum",
        "at the right gate": "am richtigen Eingang",
        "not used up": "nicht verbraucht",
        "inside": "drin",
        "room in the zone": "Platz im Bereich",
        "nothing for staff to check": "nichts für das Personal zu prüfen",
    ]
}
