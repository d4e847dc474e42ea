// The guest texts in French.

import Admission
import DoorDisplay

extension GuestTexts {
    static func frenchWord(_ style: VerdictStyle) -> String {
        switch style {
        case .admit: "Bienvenue"
        case .exit: "Au revoir"
        case .checked: "Billet valable"
        case .again: "Déjà entré"
        case .used: "Déjà utilisé"
        case .refuse, .quiet: "Non valable"
        case .ask: "Voir le personnel"
        }
    }

    static func french(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "Ce n'est pas un de nos billets"
        case .malformed: "Code illisible : présentez-le à nouveau"
        case .unsupportedSuite: "Adressez-vous au personnel pour ce billet"
        case .unknownKey: "Ce billet n'est pas valable ici"
        case .forged: "Ce billet n'est pas authentique"
        case .beyondGrant: "Ce numéro de billet n'est pas valable"
        case .wrongEvent: "Ce billet est pour un autre événement"
        case .unknownTicket: "Ce billet ne figure pas sur notre liste"
        case .revoked: "Ce billet a été annulé"
        case .replaced: "Il existe un billet plus récent : présentez-le"
        case .blocked: "Ce billet est bloqué : voyez le personnel"
        case .oldKey: "Ce code est périmé : voyez le personnel"
        case .tooEarly: "Vous pourrez entrer à partir de {time}"
        case .tooLate: "Les portes ont fermé à {time}"
        case .wrongGate: "Veuillez vous rendre à la porte {gates}"
        case .wrongTier: "Ce billet n'est pas valable à cette porte"
        case .unpaid: "Veuillez payer au guichet"
        case .clockNotTrusted: "Le personnel va vérifier votre billet du jour"
        case .alreadyUsed: "Ce billet a été utilisé à {time}"
        case .notInside: "Ce billet n'a pas servi à entrer"
        case .full: "Complet pour le moment : veuillez attendre ici"
        case .roomUnknown, .check: "Veuillez attendre le personnel"
        case .admitted: "Amusez-vous bien ![ {count} sur {admits} entrés]"
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
        case .cannotRecordHelp: "Impossible d'enregistrer les entrées : voyez le personnel"
        case .clockNotTrusted: "Vérifier l’heure"
        case .clockNotTrustedHelp: "La lecture continue ; le personnel vérifie les horaires"
        case .notSetUp: "Pas encore configuré"
        case .notSetUpHelp: "Présentez le code de configuration à la caméra"
        case .office: "Bureau"
        case .officeOpen: "Sur un autre appareil, ouvrez"
        case .officeHelp: "Ou faites de cette machine votre bureau : sur un autre appareil, ouvrez"
        case .officeCode: "Code"
        case .officeCertificate: "Le navigateur avertit ; continuez si le SHA-256 du certificat commence par"
        case .officeNoNetwork: "Pour ouvrir le bureau sur un autre appareil, branchez un câble réseau"
        case .disconnected: "Déconnecté"
        case .disconnectedHelp: "Connexion perdue. Reconnexion en cours…"
        case .inside: "entrés"
        case .expected: "attendus"
        case .perMinute: "par min"
        case .refused: "refusés"
        }
    }
}
