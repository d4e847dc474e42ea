// The staff page's texts in Spanish.

import Admission
import DoorDisplay

extension StaffTexts {
    static func spanish(_ label: StaffLabel) -> String {
        switch label {
        case .yourName: "Su nombre"
        case .pin: "PIN"
        case .logIn: "Entrar"
        case .logOut: "Cerrar sesión"
        case .gate: "Puerta"
        case .closed: "cerrada"
        case .exitGate: "salida"
        case .checkGate: "control"
        case .disconnected: "Sin conexión"
        case .listState: "{count} entradas, lista sin cambios desde hace {age}"
        case .sharingState: "último contacto con {peer} hace {age}, por enviar: {count}"
        case .counts: "{inside} de {expected} dentro · {perMinute} por min · {refused} rechazadas · {asked} al personal"
        case .shownAgain: "{count} mostradas otra vez"
        case .cannotRecord: "No se puede registrar: no entra nadie"
        case .noCamera: "Sin cámara"
        case .noScanner: "Sin lector"
        case .clockNotTrusted: "Reloj no fiable"
        case .cameraMissing: "Falta la cámara {name}; la puerta sigue sin ella."
        case .scannerMissing: "Falta el lector {name}; la puerta sigue sin él."
        case .messages: "Mensajes de la organización"
        case .dismiss: "Leído"
        case .waiting: "Esperan al personal"
        case .nobodyWaits: "No espera nadie."
        case .handledBy: "con {name}"
        case .queueFull:
            "La lista está llena. Invitados sin anotar: {count}. Muestran su entrada otra vez cuando sea más corta."
        case .unlisted:
            "Invitados sin anotar mientras la lista estaba llena: {count}. Pídales que muestren su entrada otra vez."
        case .takeOff: "Quitar de la lista"
        case .handledElsewhere: "Este invitado se atendió en otra página."
        case .lastScan: "Último escaneo"
        case .noScans: "Aún no hay escaneos"
        case .ready: "Listo"
        case .openTicket: "Abrir"
        case .clear: "Quitar"
        case .search: "Buscar"
        case .searchHint: "Nombre, correo o pedido"
        case .searchHelp:
            "Buscar una entrada por el principio de una palabra del nombre, del correo o del número de pedido"
        case .noMatch: "No hay entradas que coincidan."
        case .ticket: "Entrada"
        case .noName: "Sin nombre"
        case .close: "Cerrar"
        case .valid: "válida"
        case .unpaid: "sin pagar"
        case .blocked: "bloqueada"
        case .revoked: "anulada"
        case .replaced: "sustituida"
        case .unlistedTicket: "no está en la lista"
        case .admit: "Dejar entrar"
        case .admitAnyway: "Dejar entrar igualmente"
        case .paidAndAdmit: "Pagado, dejar entrar"
        case .undo: "Deshacer la última entrada"
        case .markPaid: "Marcar como pagada"
        case .block: "Bloquear"
        case .restore: "Restablecer"
        case .really: "{action}: ¿seguro?"
        case .pressAgain: "Pulse otra vez para confirmar: {action}."
        case .reason: "Motivo"
        case .reasonHint: "Se guarda para siempre; sin nombres de invitados"
        case .reasons: "Motivos sugeridos"
        case .enterReason: "Indique un motivo; se guarda para siempre."
        case .noRuleObjects: "Ninguna regla se opone"
        case .rulesObject: "Reglas que se oponen: {count}"
        case .noAnswer: "La puerta no responde."
        case .actionUnanswered:
            "La puerta no responde; quizá ya esté hecho. Inténtelo otra vez: solo tiene efecto una vez."
        case .notDone: "La puerta no ha podido hacerlo."
        case .pastScans: "Los últimos 100 escaneos"
        case .show: "Mostrar"
        case .all: "todas"
        case .admitted: "admitidas"
        case .alreadyUsed: "ya usadas"
        case .refused: "rechazadas"
        case .forStaff: "al personal"
        case .gateMoved: "La puerta es ahora {gate}."
        case .gateUnknown: "El evento no tiene esta puerta."
        case .pageOutdated: "Esta página está anticuada; recárguela."
        case .didAdmit: "Admitido; dentro con esta entrada: {count}."
        case .didPayAndAdmit: "Pagado y admitido; dentro con esta entrada: {count}."
        case .didUndo: "Deshecho: {movement}."
        case .entryAt: "entrada a las {time}, puerta {gate}"
        case .exitAt: "salida a las {time}, puerta {gate}"
        case .nothingToUndo: "Nadie ha entrado ni salido con esta entrada; no hay nada que deshacer."
        case .undoTooLate: "{movement}: hace demasiado tiempo, el evento permite deshacer durante {count} minutos."
        case .messageGone: "Este mensaje ya estaba marcado como leído."
        case .messageDismissed: "El mensaje está marcado como leído."
        case .didPay: "La entrada está marcada como pagada."
        case .didBlock: "La entrada está bloqueada."
        case .didRestore: "La entrada está restablecida."
        case .notListed: "Esta entrada no está en la lista."
        case .guestGone: "Este invitado ya no está en la lista de espera."
        case .guestTakenOff: "El invitado ya no está en la lista."
        case .nameNeeded: "Escriba su nombre con 1 a 40 caracteres visibles."
        case .wrongPIN: "El PIN es incorrecto."
        case .tooManyTries: "Demasiados intentos; espere un minuto."
        case .paidHere: "pagó en la puerta"
        case .showedReceipt: "mostró el recibo"
        case .checkedIt: "comprobado"
        case .overruled: "admitido por el personal a pesar de: {sentence}"
        case .usedBefore: "ya usada a las {time}, puerta {gate}, equipo {box}"
        case .groupCount: "{count} de {admits} dentro"
        case .unsigned: "código de barras sin firma"
        case .clockBehind: "reloj no fiable: va por detrás del último escaneo, de las {time}"
        case .clockSetBack: "reloj no fiable: se atrasó {age} en marcha"
        case .clockSetForward: "reloj no fiable: se adelantó {age} en marcha"
        case .changedMeanwhile: "Ha cambiado mientras tanto: {change}. Mire otra vez antes de actuar."
        case .rulesNowSay: "las reglas dicen ahora: {objection}"
        case .rulesContent: "las reglas ya no se oponen"
        case .gateNow: "la puerta es ahora {gate}"
        case .rulesObjectTo:
            "Las reglas se oponen ({objection}), así que no se ha hecho nada; indique un motivo para hacerlo "
                + "igualmente."
        case .movedBy: "{movement}, por {name}"
        case .voided: "se deshizo una entrada o salida a las {time}, puerta {gate}"
        case .changedTo: "{status} desde las {time}, por {name}"
        case .changedRow: "han cambiado los datos de la entrada en la lista o sus condiciones"
        case .sellHere: "Vender en la puerta"
        case .tier: "Categoría"
        case .noTier: "sin categoría"
        case .people: "Personas"
        case .guestName: "Nombre"
        case .mayStayEmpty: "Puede quedar vacío"
        case .hasPaid: "Pagado"
        case .freeOfCharge: "Gratis"
        case .sellAndAdmit: "Vender y dejar entrar"
        case .didSell: "Vendida y admitidos; dentro con esta entrada: {count}."
        case .soldBefore:
            "Esta venta ya se había hecho, así que ahora no se ha hecho nada; dentro con su entrada: {count}."
        case .salesOff: "En esta puerta no se venden entradas."
        case .notSoldNow: "Lo elegido ya no se vende aquí. Elija de nuevo."
        case .freeNeedsReason: "Indique por qué entran gratis; se guarda para siempre."
        case .peopleWrong: "Indique de 1 a {count} personas."
        case .guestNameWrong: "Escriba el nombre en una sola línea, con {count} caracteres como máximo."
        }
    }

    static func spanish(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "no es una de nuestras entradas"
        case .malformed: "código dañado"
        case .unsupportedSuite: "entrada de una versión más nueva; actualice este equipo"
        case .unknownKey: "firmada por otra organización, o con una clave retirada o que falta en este equipo"
        case .forged: "FALSA: la firma no es válida"
        case .beyondGrant: "firmada por un socio, pero no es un número que pueda vender"
        case .wrongEvent: "para otro evento[: {event}]"
        case .unknownTicket: "auténtica, pero no está en la lista de este equipo"
        case .revoked: "anulada por la organización"
        case .replaced: "sustituida por una entrada más nueva"
        case .blocked: "bloqueada por la organización[: {note}]"
        case .oldKey: "firmada con otra clave que la de la entrada; pida el código más reciente"
        case .tooEarly: "demasiado pronto: abre a las {time}"
        case .tooLate: "demasiado tarde: cerró a las {time}"
        case .wrongGate: "puerta equivocada: enviar a {gates}"
        case .wrongTier: "no vale en esta puerta[, que admite {tiers}]"
        case .unpaid: "sin pagar: enviar a la caja"
        case .clockNotTrusted: "válida una vez al día, pero la fecha es incierta: ¿entró ya hoy?"
        case .alreadyUsed: "primera entrada a las {time}, puerta {gate}, equipo {box}"
        case .notInside: "no está dentro[: visto por última vez a las {time}, puerta {gate}]"
        case .full: "{zone} está completo: {capacity} dentro"
        case .roomUnknown: "este equipo ya no tiene plazas en {zone} y el hub no le ha dado más: ¿hay sitio?"
        case .check: "comprobar: {note}"
        case .admitted: ""
        case .readmitted: "vuelve a entrar"
        case .exited: "sale"
        case .checked: "válida; no cuenta como entrada"
        case .justAdmitted: "acaba de entrar aquí; este escaneo no admite a nadie"
        case .justExited: "acaba de salir por aquí"
        }
    }

    /// The rules' questions by the English ones.
    static let spanishQuestions = [
        "genuine": "auténtica",
        "for this event": "para este evento",
        "on the list": "en la lista",
        "not revoked": "no anulada",
        "not blocked": "no bloqueada",
        "signed by its key": "firmada con su clave",
        "paid": "pagada",
        "in time": "a tiempo",
        "on a date that is certain": "en una fecha segura",
        "at the right gate": "en la puerta correcta",
        "not used up": "no agotada",
        "inside": "dentro",
        "room in the zone": "sitio en la zona",
        "nothing for staff to check": "nada que comprobar",
    ]
}
