// The guest texts in Spanish.

import Admission
import DoorDisplay

extension GuestTexts {
    static func spanishWord(_ look: Look) -> String {
        switch look {
        case .admit: "Bienvenido"
        case .exit: "Adiós"
        case .checked: "Entrada válida"
        case .again: "Ya entró"
        case .used: "Ya usada"
        case .refuse: "No válida"
        case .ask: "Pregunte al personal"
        }
    }

    static func spanish(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "Esta no es una entrada nuestra"
        case .malformed: "El código está dañado: muéstrelo otra vez"
        case .unsupportedSuite: "Pregunte al personal por esta entrada"
        case .unknownKey: "Esta entrada no es para este lugar"
        case .forged: "Esta entrada no es auténtica"
        case .wrongEvent: "Esta entrada es para otro evento"
        case .unknownTicket: "Esta entrada no está en nuestra lista"
        case .revoked: "Esta entrada fue anulada"
        case .replaced: "Hay una entrada más nueva: muestre esa"
        case .blocked: "Entrada bloqueada: pregunte al personal"
        case .oldKey: "Este código ya no vale: pregunte al personal"
        case .tooEarly: "Las puertas se abren para usted a las {time}"
        case .tooLate: "Las puertas cerraron a las {time}"
        case .wrongGate: "Vaya a la puerta {gates}, por favor"
        case .unpaid: "Pague en la taquilla, por favor"
        case .clockNotTrusted: "El personal comprobará su entrada de hoy"
        case .alreadyUsed: "Esta entrada se usó a las {time}"
        case .notInside: "Nadie ha entrado con esta entrada"
        case .full: "Está lleno: espere aquí, por favor"
        case .check: "Espere al personal, por favor"
        case .admitted: "¡Disfrute![ {count} de {admits} dentro]"
        case .readmitted: "Bienvenido de nuevo"
        case .exited: "Hasta pronto"
        case .checked: "Su entrada es válida"
        case .justAdmitted: "Acaba de ser admitido"
        case .justExited: "Acaba de salir"
        }
    }

    static func spanishPage(_ text: PageLabel) -> String {
        switch text {
        case .ready: "Listo"
        case .holdUp: "Muestre el código de su entrada a la cámara"
        case .aim: "Ponga el código aquí"
        case .closed: "Cerrado"
        case .noCamera: "Sin cámara"
        case .noCameraHelp: "No se puede leer nada: pregunte al personal"
        case .noScanner: "Sin lector"
        case .cannotRecord: "Espere, por favor"
        case .cannotRecordHelp: "No se pueden anotar entradas: pregunte al personal"
        case .clockNotTrusted: "Revisar el reloj"
        case .clockNotTrustedHelp: "La lectura sigue; el personal decide sobre las horas"
        case .disconnected: "Sin conexión"
        case .disconnectedHelp: "Esta pantalla perdió la puerta y lo intenta de nuevo"
        case .inside: "dentro"
        case .expected: "esperados"
        case .perMinute: "por min"
        case .refused: "rechazados"
        }
    }
}
