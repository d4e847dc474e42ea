// The staff page's texts in French.

import Admission
import DoorDisplay

extension StaffTexts {
    static func french(_ label: StaffLabel) -> String {
        switch label {
        case .yourName: "Votre nom"
        case .pin: "Code PIN"
        case .logIn: "Se connecter"
        case .logOut: "Se déconnecter"
        case .gate: "Entrée"
        case .closed: "fermée"
        case .exitGate: "sortie"
        case .checkGate: "contrôle"
        case .disconnected: "Hors ligne"
        case .listState: "{count} billets, liste inchangée depuis {age}"
        case .sharingState: "dernier contact avec {peer} il y a {age}, à envoyer : {count}"
        case .counts:
            "{inside} sur {expected} entrés · {perMinute} par min · {refused} refusés · {asked} vers le personnel"
        case .shownAgain: "{count} présentés à nouveau"
        case .cannotRecord: "Enregistrement impossible : personne n’entre"
        case .noCamera: "Pas de caméra"
        case .noScanner: "Pas de lecteur"
        case .clockNotTrusted: "Horloge non fiable"
        case .cameraMissing: "La caméra {name} manque ; l’entrée continue sans elle."
        case .scannerMissing: "Le lecteur {name} manque ; l’entrée continue sans lui."
        case .messages: "Messages de l’organisation"
        case .dismiss: "Lu"
        case .waiting: "En attente du personnel"
        case .nobodyWaits: "Personne n’attend."
        case .handledBy: "avec {name}"
        case .queueFull:
            "La liste est pleine. Clients non inscrits : {count}. Ils présenteront à nouveau leur billet quand "
                + "elle sera plus courte."
        case .unlisted:
            "Clients non inscrits pendant que la liste était pleine : {count}. Demandez-leur de présenter à "
                + "nouveau leur billet."
        case .takeOff: "Retirer de la liste"
        case .handledElsewhere: "Ce client a été pris en charge sur une autre page."
        case .lastScan: "Dernier scan"
        case .noScans: "Pas encore de scan"
        case .ready: "Prêt"
        case .openTicket: "Ouvrir"
        case .clear: "Effacer"
        case .search: "Recherche"
        case .searchHint: "Nom, e-mail ou commande"
        case .searchHelp:
            "Chercher un billet par le début d’un mot du nom, de l’adresse e-mail ou du numéro de commande"
        case .noMatch: "Aucun billet trouvé."
        case .ticket: "Billet"
        case .noName: "Sans nom"
        case .close: "Fermer"
        case .valid: "valide"
        case .unpaid: "impayé"
        case .blocked: "bloqué"
        case .revoked: "annulé"
        case .replaced: "remplacé"
        case .unlistedTicket: "pas sur la liste"
        case .admit: "Laisser entrer"
        case .admitAnyway: "Laisser entrer quand même"
        case .paidAndAdmit: "Payé, laisser entrer"
        case .undo: "Annuler la dernière entrée"
        case .markPaid: "Marquer comme payé"
        case .block: "Bloquer"
        case .restore: "Rétablir"
        case .really: "{action} : vraiment ?"
        case .pressAgain: "Appuyez encore pour confirmer : {action}."
        case .reason: "Motif"
        case .reasonHint: "Conservé définitivement ; pas de noms de clients"
        case .reasons: "Motifs proposés"
        case .enterReason: "Indiquez un motif ; il est conservé définitivement."
        case .noRuleObjects: "Aucune règle ne s’y oppose"
        case .rulesObject: "Règles qui s’y opposent : {count}"
        case .noAnswer: "La porte ne répond pas."
        case .actionUnanswered:
            "La porte ne répond pas ; l’action est peut-être déjà faite. Réessayez : elle n’a d’effet qu’une fois."
        case .notDone: "La porte n’a pas pu le faire."
        case .pastScans: "Les 100 derniers scans"
        case .show: "Afficher"
        case .all: "tous"
        case .admitted: "entrés"
        case .alreadyUsed: "déjà utilisés"
        case .refused: "refusés"
        case .forStaff: "au personnel"
        case .gateMoved: "La porte est maintenant l’entrée {gate}."
        case .gateUnknown: "L’événement n’a pas cette entrée."
        case .pageOutdated: "Cette page n’est plus à jour ; rechargez-la."
        case .didAdmit: "Entrée accordée ; entrés avec ce billet : {count}."
        case .didPayAndAdmit: "Payé, entrée accordée ; entrés avec ce billet : {count}."
        case .didUndo: "Annulé : {movement}."
        case .entryAt: "entrée à {time}, porte {gate}"
        case .exitAt: "sortie à {time}, porte {gate}"
        case .nothingToUndo: "Personne n’est entré ni sorti avec ce billet ; il n’y a rien à annuler."
        case .undoTooLate: "{movement} : trop ancien, l’événement permet d’annuler pendant {count} minutes."
        case .messageGone: "Ce message était déjà marqué comme lu."
        case .messageDismissed: "Le message est marqué comme lu."
        case .didPay: "Le billet est marqué comme payé."
        case .didBlock: "Le billet est bloqué."
        case .didRestore: "Le billet est rétabli."
        case .notListed: "Ce billet n’est pas sur la liste."
        case .guestGone: "Ce client n’est plus sur la liste d’attente."
        case .guestTakenOff: "Le client est retiré de la liste."
        case .nameNeeded: "Saisissez votre nom en 1 à 40 caractères visibles."
        case .wrongPIN: "Le code PIN est faux."
        case .tooManyTries: "Trop d’essais ; attendez une minute."
        case .paidHere: "payé à l’entrée"
        case .showedReceipt: "a montré le reçu"
        case .checkedIt: "vérifié"
        case .overruled: "admis par le personnel malgré : {sentence}"
        case .usedBefore: "déjà utilisé à {time}, entrée {gate}, appareil {box}"
        case .groupCount: "{count} sur {admits} entrés"
        case .unsigned: "code-barres sans signature"
        case .clockBehind: "horloge non fiable : elle est en retard sur le dernier scan, de {time}"
        case .clockSetBack: "horloge non fiable : elle a été reculée de {age} en service"
        case .clockSetForward: "horloge non fiable : elle a été avancée de {age} en service"
        case .changedMeanwhile: "Modifié entre-temps : {change}. Regardez à nouveau avant d’agir."
        case .rulesNowSay: "les règles disent maintenant : {objection}"
        case .rulesContent: "les règles ne s’y opposent plus"
        case .gateNow: "la porte est maintenant l’entrée {gate}"
        case .rulesObjectTo:
            "Les règles s’y opposent ({objection}), rien n’a été fait ; indiquez un motif pour le faire quand même."
        case .movedBy: "{movement}, par {name}"
        case .voided: "une entrée ou une sortie a été annulée à {time}, entrée {gate}"
        case .changedTo: "{status} depuis {time}, par {name}"
        case .changedRow: "l’inscription du billet ou ses conditions ont changé"
        case .sellHere: "Vendre à l’entrée"
        case .tier: "Catégorie"
        case .noTier: "sans catégorie"
        case .people: "Personnes"
        case .guestName: "Nom"
        case .mayStayEmpty: "Peut rester vide"
        case .hasPaid: "Payé"
        case .freeOfCharge: "Gratuit"
        case .sellAndAdmit: "Vendre et laisser entrer"
        case .didSell: "Vendu, entrée accordée ; entrés avec ce billet : {count}."
        case .soldBefore: "Cette vente était déjà faite, rien n’a donc été refait ; entrés avec son billet : {count}."
        case .salesOff: "Cette porte ne vend pas de billets."
        case .notSoldNow: "Ce qui était choisi n’est plus vendu ici. Choisissez à nouveau."
        case .freeNeedsReason: "Indiquez pourquoi l’entrée est gratuite ; ce motif est conservé définitivement."
        case .peopleWrong: "Indiquez de 1 à {count} personnes."
        case .guestNameWrong: "Écrivez le nom sur une seule ligne, en {count} caractères au plus."
        }
    }

    static func french(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "pas un de nos billets"
        case .malformed: "code endommagé"
        case .unsupportedSuite: "billet d’une version plus récente ; mettez cet appareil à jour"
        case .unknownKey: "signé par une autre organisation, ou avec une clé retirée ou absente de cet appareil"
        case .forged: "FAUX : la signature n’est pas valide"
        case .beyondGrant: "signé par un partenaire, mais ce n’est pas un numéro qu’il peut vendre"
        case .wrongEvent: "pour un autre événement[ : {event}]"
        case .unknownTicket: "authentique, mais pas sur la liste de cet appareil"
        case .revoked: "annulé par l’organisation"
        case .replaced: "remplacé par un billet plus récent"
        case .blocked: "bloqué par l’organisation[ : {note}]"
        case .oldKey: "signé avec une autre clé que celle du billet ; demandez le code le plus récent"
        case .tooEarly: "trop tôt : entrée à partir de {time}"
        case .tooLate: "trop tard : fermé à {time}"
        case .wrongGate: "mauvaise entrée : envoyer à {gates}"
        case .wrongTier: "non valable à cette entrée[, qui admet {tiers}]"
        case .unpaid: "impayé : envoyer à la caisse"
        case .clockNotTrusted:
            "valable une fois par jour, mais la date est incertaine : le client est-il déjà entré aujourd’hui ?"
        case .alreadyUsed: "première entrée à {time}, porte {gate}, appareil {box}"
        case .notInside: "pas à l’intérieur[ : vu pour la dernière fois à {time}, entrée {gate}]"
        case .full: "{zone} : complet, {capacity} à l’intérieur"
        case .roomUnknown:
            "cet appareil n’a plus de places dans {zone}, et n’en a pas reçu du hub : y a-t-il de la place ?"
        case .check: "à vérifier : {note}"
        case .admitted: ""
        case .readmitted: "retour"
        case .exited: "sort"
        case .checked: "valable ; ne compte pas comme entrée"
        case .justAdmitted: "entré ici à l’instant ; ce scan ne laisse entrer personne"
        case .justExited: "sorti ici à l’instant"
        }
    }

    /// The rules' questions by the English ones.
    static let frenchQuestions = [
        "genuine": "authentique",
        "for this event": "pour cet événement",
        "on the list": "sur la liste",
        "not revoked": "non annulé",
        "not blocked": "non bloqué",
        "signed by its key": "signé avec sa clé",
        "paid": "payé",
        "in time": "dans les horaires",
        "on a date that is certain": "à une date certaine",
        "at the right gate": "à la bonne entrée",
        "not used up": "pas épuisé",
        "inside": "à l’intérieur",
        "room in the zone": "de la place dans la zone",
        "nothing for staff to check": "rien à vérifier par le personnel",
    ]
}
