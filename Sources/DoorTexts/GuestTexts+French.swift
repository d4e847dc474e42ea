// The guest texts in French.

import Admission
import DoorDisplay

extension GuestTexts {
    static func frenchWord(_ look: Look) -> String {
        switch look {
        case .admit: "Bienvenue"
        case .exit: "Au revoir"
        case .checked: "Billet valable"
        case .again: "Déjà entré"
        case .used: "Déjà utilisé"
        case .refuse: "Non valable"
        case .ask: "Voir le personnel"
        }
    }

    static func french(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "Ce n'est pas un de nos billets"
        case .malformed: "Code abîmé : montrez-le encore une fois"
        case .unsupportedSuite: "Adressez-vous au personnel pour ce billet"
        case .unknownKey: "Ce billet n'est pas pour ce lieu"
        case .forged: "Ce billet n'est pas authentique"
        case .wrongEvent: "Ce billet est pour un autre événement"
        case .unknownTicket: "Ce billet n'est pas sur notre liste"
        case .revoked: "Ce billet a été annulé"
        case .replaced: "Il existe un billet plus récent : montrez-le"
        case .blocked: "Ce billet est bloqué : voyez le personnel"
        case .oldKey: "Ce code est périmé : voyez le personnel"
        case .tooEarly: "Les portes vous ouvrent à {time}"
        case .tooLate: "Les portes ont fermé à {time}"
        case .wrongGate: "Veuillez aller à la porte {gates}"
        case .unpaid: "Veuillez payer au guichet"
        case .clockNotTrusted: "Le personnel vérifie votre billet du jour"
        case .alreadyUsed: "Ce billet a été utilisé à {time}"
        case .notInside: "Ce billet n'a pas servi à entrer"
        case .full: "C'est complet : attendez ici s'il vous plaît"
        case .check: "Attendez le personnel s'il vous plaît"
        case .admitted: "Profitez bien ![ {count} sur {admits} entrés]"
        case .readmitted: "Bon retour parmi nous"
        case .exited: "À bientôt"
        case .checked: "Votre billet est valable"
        case .justAdmitted: "Vous venez d'être admis"
        case .justExited: "Vous venez de sortir"
        }
    }

    static func frenchPage(_ text: PageLabel) -> String {
        switch text {
        case .ready: "Prêt"
        case .holdUp: "Présentez le code de votre billet à la caméra"
        case .aim: "Placez le code ici"
        case .closed: "Fermé"
        case .noCamera: "Pas de caméra"
        case .noCameraHelp: "Lecture impossible : adressez-vous au personnel"
        case .noScanner: "Pas de lecteur"
        case .cannotRecord: "Veuillez patienter"
        case .cannotRecordHelp: "Les entrées ne peuvent être notées : adressez-vous au personnel"
        case .clockNotTrusted: "Vérifier l’heure"
        case .clockNotTrustedHelp: "La lecture continue ; le personnel décide des heures"
        case .disconnected: "Déconnecté"
        case .disconnectedHelp: "Cet écran a perdu la porte et réessaie"
        case .inside: "entrés"
        case .expected: "attendus"
        case .perMinute: "par min"
        case .refused: "refusés"
        }
    }
}
