// The staff page's texts in Swahili.

import Admission
import DoorDisplay

extension StaffTexts {
    static func swahili(_ label: StaffLabel) -> String {
        switch label {
        case .yourName: "Jina lako"
        case .pin: "PIN"
        case .logIn: "Ingia"
        case .logOut: "Toka"
        case .gate: "Lango"
        case .closed: "limefungwa"
        case .exitGate: "kutoka"
        case .checkGate: "ukaguzi"
        case .disconnected: "Hakuna muunganisho"
        case .listState: "Tiketi {count}, orodha haijabadilika kwa {age}"
        case .sharingState: "mawasiliano ya mwisho na {peer} {age} iliyopita, za kutuma: {count}"
        case .counts:
            "{inside} kati ya {expected} wameingia · {perMinute} kwa dakika · {refused} wamekataliwa · {asked} "
                + "kwa wahudumu"
        case .shownAgain: "{count} zimeonyeshwa tena"
        case .cannotRecord: "Haiwezi kurekodi: hakuna anayeingia"
        case .noCamera: "Hakuna kamera"
        case .noScanner: "Hakuna skana"
        case .clockNotTrusted: "Saa si ya kuaminika"
        case .cameraMissing: "Kamera {name} haipo; lango linaendelea bila hiyo."
        case .scannerMissing: "Skana {name} haipo; lango linaendelea bila hiyo."
        case .messages: "Ujumbe kutoka kwa waandaaji"
        case .dismiss: "Imesomwa"
        case .waiting: "Wanaosubiri wahudumu"
        case .nobodyWaits: "Hakuna anayesubiri."
        case .handledBy: "na {name}"
        case .queueFull: "Orodha imejaa. Wageni ambao hawamo: {count}. Wataonyesha tiketi tena orodha ikipungua."
        case .unlisted: "Wageni ambao hawakuandikwa orodha ilipojaa: {count}. Waombe waonyeshe tiketi zao tena."
        case .takeOff: "Ondoa kwenye orodha"
        case .handledElsewhere: "Mgeni huyu amehudumiwa kwenye ukurasa mwingine."
        case .lastScan: "Skani ya mwisho"
        case .noScans: "Bado hakuna skani"
        case .ready: "Tayari"
        case .openTicket: "Fungua"
        case .clear: "Futa"
        case .search: "Tafuta"
        case .searchHint: "Jina, barua pepe au oda"
        case .searchHelp: "Tafuta tiketi kwa mwanzo wa neno lolote la jina, barua pepe au namba ya oda"
        case .noMatch: "Hakuna tiketi inayolingana."
        case .ticket: "Tiketi"
        case .noName: "Hakuna jina"
        case .close: "Funga"
        case .valid: "halali"
        case .unpaid: "haijalipwa"
        case .blocked: "imezuiwa"
        case .revoked: "imebatilishwa"
        case .replaced: "imebadilishwa"
        case .unlistedTicket: "haimo kwenye orodha"
        case .admit: "Ruhusu"
        case .admitAnyway: "Ruhusu hata hivyo"
        case .paidAndAdmit: "Amelipa, ruhusu"
        case .undo: "Tengua kuingia kwa mwisho"
        case .markPaid: "Weka kuwa imelipwa"
        case .block: "Zuia"
        case .restore: "Rejesha"
        case .really: "{action}: kweli?"
        case .pressAgain: "Bonyeza tena kuthibitisha: {action}."
        case .reason: "Sababu"
        case .reasonHint: "Inahifadhiwa daima; bila majina ya wageni"
        case .reasons: "Sababu zinazopendekezwa"
        case .enterReason: "Andika sababu; inahifadhiwa daima."
        case .noRuleObjects: "Hakuna kanuni inayopinga"
        case .rulesObject: "Kanuni zinazopinga: {count}"
        case .noAnswer: "Lango halijibu."
        case .actionUnanswered: "Lango halijibu; huenda tayari imefanyika. Jaribu tena: inafanyika mara moja tu."
        case .notDone: "Lango halikuweza kufanya hili."
        case .pastScans: "Skani 100 za mwisho"
        case .show: "Onyesha"
        case .all: "zote"
        case .admitted: "walioingia"
        case .alreadyUsed: "zimetumika"
        case .refused: "waliokataliwa"
        case .forStaff: "kwa wahudumu"
        case .gateMoved: "Sasa hili ni lango {gate}."
        case .gateUnknown: "Tukio halina lango hili."
        case .pageOutdated: "Ukurasa huu umepitwa na wakati; upakie upya."
        case .didAdmit: "Ameruhusiwa; walioingia kwa tiketi hii: {count}."
        case .didPayAndAdmit: "Amelipa na ameruhusiwa; walioingia kwa tiketi hii: {count}."
        case .didUndo: "Imetenguliwa: {movement}."
        case .entryAt: "kuingia saa {time}, lango {gate}"
        case .exitAt: "kutoka saa {time}, lango {gate}"
        case .nothingToUndo: "Hakuna aliyeingia au kutoka kwa tiketi hii, kwa hiyo hakuna cha kutengua."
        case .undoTooLate: "{movement}: muda umepita, tukio linaruhusu kutengua kwa dakika {count}."
        case .messageGone: "Ujumbe huu ulikuwa tayari umesomwa."
        case .messageDismissed: "Ujumbe umewekwa kuwa umesomwa."
        case .didPay: "Tiketi imewekwa kuwa imelipwa."
        case .didBlock: "Tiketi imezuiwa."
        case .didRestore: "Tiketi imerejeshwa."
        case .notListed: "Tiketi hii haimo kwenye orodha."
        case .guestGone: "Mgeni huyu hayumo tena kwenye orodha ya wanaosubiri."
        case .guestTakenOff: "Mgeni ameondolewa kwenye orodha."
        case .nameNeeded: "Andika jina lako kwa herufi 1 hadi 40 zinazoonekana."
        case .wrongPIN: "PIN si sahihi."
        case .tooManyTries: "Umejaribu mara nyingi mno; subiri dakika moja."
        case .paidHere: "amelipa mlangoni"
        case .showedReceipt: "ameonyesha risiti"
        case .checkedIt: "imekaguliwa"
        case .overruled: "ameruhusiwa na wahudumu licha ya: {sentence}"
        case .usedBefore: "tayari ilitumika saa {time}, lango {gate}, kifaa {box}"
        case .groupCount: "{count} kati ya {admits} wameingia"
        case .unsigned: "msimbo pau bila sahihi"
        case .clockBehind: "saa si ya kuaminika: iko nyuma ya skani ya mwisho, ya {time}"
        case .clockSetBack: "saa si ya kuaminika: ilirudishwa nyuma kwa {age} ikifanya kazi"
        case .clockSetForward: "saa si ya kuaminika: ilisogezwa mbele kwa {age} ikifanya kazi"
        case .changedMeanwhile: "Imebadilika wakati huo huo: {change}. Angalia tena kabla ya kutenda."
        case .rulesNowSay: "kanuni sasa zinasema: {objection}"
        case .rulesContent: "kanuni hazipingi tena"
        case .gateNow: "sasa hili ni lango {gate}"
        case .rulesObjectTo:
            "Kanuni zinapinga ({objection}), kwa hiyo hakuna kilichofanyika; toa sababu ili kufanya hata hivyo."
        case .movedBy: "{movement}, na {name}"
        case .voided: "kuingia au kutoka kulitenguliwa saa {time}, lango {gate}"
        case .changedTo: "{status} tangu {time}, na {name}"
        case .changedRow: "taarifa za tiketi kwenye orodha au masharti yake yamebadilika"
        }
    }

    static func swahili(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "si tiketi yetu"
        case .malformed: "msimbo umeharibika"
        case .unsupportedSuite: "tiketi ya toleo jipya; sasisha kifaa hiki"
        case .unknownKey: "imesainiwa na waandaaji wengine, au kwa ufunguo ulioondolewa au usiopo kwenye kifaa hiki"
        case .forged: "GHUSHI: sahihi si halali"
        case .beyondGrant: "imesainiwa na mshirika, lakini si namba anayoruhusiwa kuuza"
        case .wrongEvent: "ya tukio jingine[: {event}]"
        case .unknownTicket: "halisi, lakini haimo kwenye orodha ya kifaa hiki"
        case .revoked: "imebatilishwa na waandaaji"
        case .replaced: "imebadilishwa na tiketi mpya"
        case .blocked: "imezuiwa na waandaaji[: {note}]"
        case .oldKey: "imesainiwa kwa ufunguo tofauti na wa tiketi; omba msimbo mpya zaidi"
        case .tooEarly: "mapema mno: lango linafunguliwa {time}"
        case .tooLate: "umechelewa: lango lilifungwa {time}"
        case .wrongGate: "lango si sahihi: mpeleke {gates}"
        case .wrongTier: "si halali kwenye lango hili[, linaloruhusu {tiers}]"
        case .unpaid: "haijalipwa: mpeleke kwenye dawati"
        case .clockNotTrusted: "halali mara moja kwa siku, lakini tarehe haina uhakika: je, mgeni aliingia leo?"
        case .alreadyUsed: "kuingia kwa kwanza saa {time}, lango {gate}, kifaa {box}"
        case .notInside: "hayumo ndani[: alionekana mwisho saa {time}, lango {gate}]"
        case .full: "{zone} imejaa: {capacity} wamo ndani"
        case .roomUnknown: "hub haijibu, na kifaa hiki hakina nafasi tena katika {zone}: je, kuna nafasi?"
        case .check: "kagua: {note}"
        case .admitted: ""
        case .readmitted: "anaingia tena"
        case .exited: "anatoka"
        case .checked: "halali; haihesabiwi kama kuingia"
        case .justAdmitted: "ameruhusiwa hapa sasa hivi; skani hii haimruhusu yeyote"
        case .justExited: "ametoka hapa sasa hivi"
        }
    }

    /// The rules' questions by the English ones.
    static let swahiliQuestions = [
        "genuine": "halisi",
        "for this event": "ya tukio hili",
        "on the list": "kwenye orodha",
        "not revoked": "haijabatilishwa",
        "not blocked": "haijazuiwa",
        "signed by its key": "imesainiwa kwa ufunguo wake",
        "paid": "imelipwa",
        "in time": "kwa wakati",
        "on a date that is certain": "kwa tarehe ya uhakika",
        "at the right gate": "kwenye lango sahihi",
        "not used up": "haijatumika yote",
        "inside": "ndani",
        "room in the zone": "nafasi kwenye eneo",
        "nothing for staff to check": "hakuna cha kukaguliwa na wahudumu",
    ]
}
