// The guest texts in Spanish.

import Admission
import DoorDisplay

extension GuestTexts {
    static func spanishWord(_ style: VerdictStyle) -> String {
        switch style {
        case .admit: "Bienvenido"
        case .exit: "Adiós"
        case .checked: "Entrada válida"
        case .again: "Ya entró"
        case .used: "Ya usada"
        case .refuse, .quiet: "No válida"
        case .ask: "Pregunte al personal"
        }
    }

    static func spanish(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "Esta no es una entrada nuestra"
        case .malformed: "El código está dañado: muéstrelo otra vez"
        case .unsupportedSuite: "Pregunte al personal por esta entrada"
        case .unknownKey: "Esta entrada no es válida en este recinto"
        case .forged: "Esta entrada no es auténtica"
        case .beyondGrant: "Este número de entrada no es válido"
        case .wrongEvent: "Esta entrada es para otro evento"
        case .unknownTicket: "Esta entrada no está en nuestra lista"
        case .revoked: "Esta entrada ha sido anulada"
        case .replaced: "Hay una entrada más reciente: muestre esa"
        case .blocked: "Entrada bloqueada: pregunte al personal"
        case .oldKey: "Este código ya no es válido: pregunte al personal"
        case .tooEarly: "Puede entrar a partir de las {time}"
        case .tooLate: "Las puertas cerraron a las {time}"
        case .wrongGate: "Vaya a la puerta {gates}, por favor"
        case .wrongTier: "Esta entrada no es válida para esta puerta"
        case .unpaid: "Pague en la taquilla, por favor"
        case .clockNotTrusted: "El personal comprobará su entrada de hoy"
        case .alreadyUsed: "Esta entrada se usó a las {time}"
        case .notInside: "Esta entrada no se ha usado para entrar"
        case .full: "Aforo completo: espere aquí, por favor"
        case .roomUnknown, .check: "Espere al personal, por favor"
        case .admitted: "¡Que lo disfrute![ {count} de {admits} dentro]"
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
        case .noCameraHelp: "No se pueden leer las entradas: pregunte al personal"
        case .noScanner: "Sin lector"
        case .cannotRecord: "Espere, por favor"
        case .cannotRecordHelp: "No se puede registrar el acceso: pregunte al personal"
        case .clockNotTrusted: "Revise el reloj"
        case .clockNotTrustedHelp: "La lectura continúa; el personal decide sobre los horarios"
        case .notSetUp: "Aún sin configurar"
        case .notSetUpHelp: "Muestre el código de configuración a la cámara"
        case .office: "Oficina"
        case .officeOpen: "En otro dispositivo, abra"
        case .officeHelp: "O convierta este equipo en su oficina: en otro dispositivo, abra"
        case .officeCode: "Código"
        case .officeCertificate: "El navegador avisa; siga si el SHA-256 del certificado empieza por"
        case .officeNoNetwork: "Para abrir la oficina en otro dispositivo, conecte un cable de red"
        case .disconnected: "Sin conexión"
        case .disconnectedHelp: "Se perdió la conexión. Reconectando…"
        case .inside: "dentro"
        case .expected: "esperados"
        case .perMinute: "por min"
        case .refused: "rechazados"
        }
    }
}
