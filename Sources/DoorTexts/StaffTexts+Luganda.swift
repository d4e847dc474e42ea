// The staff page's texts in Luganda.

import Admission
import DoorDisplay

extension StaffTexts {
    static func luganda(_ label: StaffLabel) -> String {
        switch label {
        case .yourName: "Erinnya lyo"
        case .pin: "PIN"
        case .logIn: "Yingira"
        case .logOut: "Fuluma"
        case .gate: "Omulyango"
        case .closed: "muggale"
        case .exitGate: "okufuluma"
        case .checkGate: "okukebera"
        case .disconnected: "Tewali mpuliziganya"
        case .listState: "Tikiti {count}, olukalala terukyuse okumala {age}"
        case .sharingState: "empuliziganya esembayo ne {peer} {age} emabega, ez'okuweereza: {count}"
        case .counts:
            "{inside} ku {expected} bayingidde · {perMinute} buli ddakiika · {refused} bagaaniddwa · {asked} "
                + "eri abakozi"
        case .shownAgain: "{count} zizzeemu okulagibwa"
        case .cannotRecord: "Tekisoboka kuwandiika: tewali ayingira"
        case .noCamera: "Tewali kkamera"
        case .noScanner: "Tewali sikaana"
        case .clockNotTrusted: "Essaawa teyeesigika"
        case .cameraMissing: "Kkamera {name} ebuze; omulyango gukola awatali yo."
        case .scannerMissing: "Sikaana {name} ebuze; omulyango gukola awatali yo."
        case .messages: "Obubaka okuva eri abategesi"
        case .dismiss: "Busomeddwa"
        case .waiting: "Abalindiridde abakozi"
        case .nobodyWaits: "Tewali alindiridde."
        case .handledBy: "ali ne {name}"
        case .queueFull:
            "Olukalala lujjudde. Abagenyi abatali ku lukalala: {count}. Bajja kulaga tikiti nate nga lukendedde."
        case .unlisted: "Abagenyi abataawandiikibwa ng'olukalala lujjudde: {count}. Basabe balage tikiti zaabwe nate."
        case .takeOff: "Ggya ku lukalala"
        case .handledElsewhere: "Omugenyi ono akoleddwako ku lupapula olulala."
        case .lastScan: "Sikaani esembyeyo"
        case .noScans: "Tewannabaawo sikaani"
        case .ready: "Mwetegefu"
        case .openTicket: "Ggulawo"
        case .clear: "Sangula"
        case .search: "Noonya"
        case .searchHint: "Erinnya, email oba oda"
        case .searchHelp: "Noonya tikiti n'entandikwa y'ekigambo mu linnya, email oba ennamba ya oda"
        case .noMatch: "Tewali tikiti efaanana eyo."
        case .ticket: "Tikiti"
        case .noName: "Tewali linnya"
        case .close: "Ggalawo"
        case .valid: "ntuufu"
        case .unpaid: "tesasuddwa"
        case .blocked: "eziyiziddwa"
        case .revoked: "yasazibwamu"
        case .replaced: "yakyusibwa"
        case .unlistedTicket: "teri ku lukalala"
        case .admit: "Yingiza"
        case .admitAnyway: "Yingiza era"
        case .paidAndAdmit: "Asasudde, yingiza"
        case .undo: "Sazaamu okuyingira okusembayo"
        case .markPaid: "Laga nti esasuddwa"
        case .block: "Ziyiza"
        case .restore: "Zzaawo"
        case .really: "{action}: ddala?"
        case .pressAgain: "Nyiga nate okukakasa: {action}."
        case .reason: "Ensonga"
        case .reasonHint: "Ekuumibwa emirembe; awatali mannya ga bagenyi"
        case .reasons: "Ensonga eziteesebwa"
        case .enterReason: "Wandiika ensonga; ekuumibwa emirembe."
        case .noRuleObjects: "Tewali tteeka ligaana"
        case .rulesObject: "Amateeka agagaana: {count}"
        case .noAnswer: "Omulyango teguddamu."
        case .actionUnanswered:
            "Omulyango teguddamu; kiyinza okuba nga kikoleddwa. Gezaako nate: kikolebwa omulundi gumu gwokka."
        case .notDone: "Omulyango tegusobodde kukikola."
        case .pastScans: "Sikaani 100 ezisembyeyo"
        case .show: "Laga"
        case .all: "zonna"
        case .admitted: "abayingidde"
        case .alreadyUsed: "ezakozesebwa"
        case .refused: "abagaaniddwa"
        case .forStaff: "eri abakozi"
        case .gateMoved: "Kati guno mulyango {gate}."
        case .gateUnknown: "Omukolo tegulina mulyango guno."
        case .pageOutdated: "Olupapula luno lukadde; luggule buggya."
        case .didAdmit: "Ayingiziddwa; abayingidde ne tikiti eno: {count}."
        case .didPayAndAdmit: "Asasudde era ayingiziddwa; abayingidde ne tikiti eno: {count}."
        case .didUndo: "Kisaziddwamu: {movement}."
        case .entryAt: "okuyingira ku ssaawa {time}, omulyango {gate}"
        case .exitAt: "okufuluma ku ssaawa {time}, omulyango {gate}"
        case .nothingToUndo: "Tewali yayingidde oba eyafulumye ne tikiti eno; tewali kya kusazaamu."
        case .undoTooLate: "{movement}: wayise ekiseera kinene, omukolo gukkiriza okusazaamu mu ddakiika {count}."
        case .messageGone: "Obubaka buno bwali busomeddwa dda."
        case .messageDismissed: "Obubaka busomeddwa."
        case .didPay: "Tikiti eragiddwa nti esasuddwa."
        case .didBlock: "Tikiti eziyiziddwa."
        case .didRestore: "Tikiti ezziddwawo."
        case .notListed: "Tikiti eno teri ku lukalala."
        case .guestGone: "Omugenyi ono takyali ku lukalala lw'abalindiridde."
        case .guestTakenOff: "Omugenyi aggyiddwa ku lukalala."
        case .nameNeeded: "Wandiika erinnya lyo mu nnukuta 1 okutuuka ku 40 ezirabika."
        case .wrongPIN: "PIN si ntuufu."
        case .tooManyTries: "Ogezezzaako emirundi mingi; linda eddakiika emu."
        case .paidHere: "asasulidde ku mulyango"
        case .showedReceipt: "alaze lisiiti"
        case .checkedIt: "kikebereddwa"
        case .overruled: "ayingiziddwa abakozi newankubadde: {sentence}"
        case .usedBefore: "yakozesebwa dda ku ssaawa {time}, omulyango {gate}, ekyuma {box}"
        case .groupCount: "{count} ku {admits} bayingidde"
        case .unsigned: "bbaakodi etaliiko mukono"
        case .clockBehind: "essaawa teyeesigika: eri mabega wa sikaani esembayo, eya {time}"
        case .clockSetBack: "essaawa teyeesigika: yazziddwa emabega {age} ng'ekola"
        case .clockSetForward: "essaawa teyeesigika: yasindikiddwa mu maaso {age} ng'ekola"
        case .changedMeanwhile: "Kikyuse mu kiseera ekyo: {change}. Tunula nate nga tonnakola."
        case .rulesNowSay: "amateeka kati gagamba: {objection}"
        case .rulesContent: "amateeka tegakyagaana"
        case .gateNow: "kati guno mulyango {gate}"
        case .rulesObjectTo: "Amateeka gagaana ({objection}), kale tewali kikoleddwa; wa ensonga okukikola era."
        case .movedBy: "{movement}, {name}"
        case .voided: "okuyingira oba okufuluma kwasazibwamu ku ssaawa {time}, omulyango {gate}"
        case .changedTo: "{status} okuva {time}, {name}"
        case .changedRow: "ebiri ku tikiti mu lukalala oba obukwakkulizo bwayo bikyuse"
        case .sellHere: "Tunda ku mulyango"
        case .tier: "Ekika"
        case .noTier: "awatali kika"
        case .people: "Abantu"
        case .guestName: "Erinnya"
        case .mayStayEmpty: "Wayinza okusigala nga tewali kintu"
        case .hasPaid: "Asasudde"
        case .freeOfCharge: "Bwereere"
        case .sellAndAdmit: "Tunda era yingiza"
        case .didSell: "Etundiddwa era bayingiziddwa; abayingidde ne tikiti eno: {count}."
        case .soldBefore:
            "Okutunda kuno kwali kukoleddwa dda, kale tewali kikoleddwa kati; abayingidde ne tikiti yaakwo: {count}."
        case .salesOff: "Omulyango guno tegutunda tikiti."
        case .notSoldNow: "Ky’olonze tekikyatundibwa wano. Londa nate."
        case .freeNeedsReason: "Wandiika lwaki bayingira bwereere; kikuumibwa emirembe."
        case .peopleWrong: "Wandiika abantu 1 okutuuka ku {count}."
        case .guestNameWrong: "Wandiika erinnya mu lunyiriri lumu, mu nnukuta ezitasukka {count}."
        }
    }

    static func luganda(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "si tikiti yaffe"
        case .malformed: "koodi eyonoonese"
        case .unsupportedSuite: "tikiti ya mulembe muggya; teekamu ebipya ku kyuma kino"
        case .unknownKey: "yasainibwa abategesi abalala, oba n'ekisumuluzo ekyaggyibwawo oba ekitali ku kyuma kino"
        case .forged: "NJINGIRIRE: omukono si mutuufu"
        case .beyondGrant: "yasainibwa munnaffe, naye si nnamba gy'akkirizibwa kutunda"
        case .wrongEvent: "ya mukolo mulala[: {event}]"
        case .unknownTicket: "ntuufu, naye teri ku lukalala lw'ekyuma kino"
        case .revoked: "yasazibwamu abategesi"
        case .replaced: "yakyusibwa n'etikiti empya"
        case .blocked: "eziyiziddwa abategesi[: {note}]"
        case .oldKey: "yasainibwa n'ekisumuluzo ekitali kya tikiti; saba koodi esinga obupya"
        case .tooEarly: "obudde tebunnatuuka: okuyingira kutandika {time}"
        case .tooLate: "obudde buyise: oluggi lwaggaddwa {time}"
        case .wrongGate: "omulyango si mutuufu: mutume ku {gates}"
        case .wrongTier: "si ya mulyango guno[, ogukkiriza {tiers}]"
        case .unpaid: "tesasuddwa: mutume ku mmeeza"
        case .clockNotTrusted: "ekola omulundi gumu olunaku, naye olunaku terukakasibwa: omugenyi yayingidde leero?"
        case .alreadyUsed: "okuyingira okwasooka ku ssaawa {time}, omulyango {gate}, ekyuma {box}"
        case .notInside: "tali munda[: yasembye okulabibwa ku ssaawa {time}, omulyango {gate}]"
        case .full: "{zone} wajjudde: {capacity} bali munda"
        case .roomUnknown:
            "ekyuma kino tekirina bifo birala mu {zone}, era tekifunye birala okuva ku hub: waliwo ebbanga?"
        case .check: "kebera: {note}"
        case .admitted: ""
        case .readmitted: "ayingira nate"
        case .exited: "afuluma"
        case .checked: "ntuufu; tebalibwa nga kuyingira"
        case .justAdmitted: "yaakayingizibwa wano; sikaani eno teyingiza muntu"
        case .justExited: "yaakafuluma wano"
        }
    }

    /// The rules' questions by the English ones.
    static let lugandaQuestions = [
        "genuine": "ntuufu",
        "for this event": "ya mukolo guno",
        "on the list": "ku lukalala",
        "not revoked": "tesazibbwamu",
        "not blocked": "teziyiziddwa",
        "signed by its key": "esainiddwa n'ekisumuluzo kyayo",
        "paid": "esasuddwa",
        "in time": "mu budde",
        "on a date that is certain": "ku lunaku olukakafu",
        "at the right gate": "ku mulyango omutuufu",
        "not used up": "tennaggwaako",
        "inside": "munda",
        "room in the zone": "ebbanga mu kitundu",
        "nothing for staff to check": "tewali kya kukebera",
    ]
}
