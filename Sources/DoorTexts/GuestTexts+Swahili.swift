// The guest texts in Swahili.

import Admission
import DoorDisplay

extension GuestTexts {
    static func swahiliWord(_ style: VerdictStyle) -> String {
        switch style {
        case .admit: "Karibu"
        case .exit: "Kwaheri"
        case .checked: "Tiketi ni halali"
        case .again: "Umeshaingia"
        case .used: "Imeshatumika"
        case .refuse, .quiet: "Si halali"
        case .ask: "Uliza wahudumu"
        }
    }

    static func swahili(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "Hii si tiketi yetu"
        case .malformed: "Msimbo umeharibika: uonyeshe tena"
        case .unsupportedSuite: "Tafadhali waulize wahudumu kuhusu tiketi hii"
        case .unknownKey: "Tiketi hii si ya hapa"
        case .forged: "Tiketi hii si ya kweli"
        case .beyondGrant: "Namba ya tiketi hii si halali"
        case .wrongEvent: "Tiketi hii ni ya hafla nyingine"
        case .unknownTicket: "Tiketi hii haimo kwenye orodha yetu"
        case .revoked: "Tiketi hii imefutwa"
        case .replaced: "Kuna tiketi mpya zaidi: onyesha hiyo"
        case .blocked: "Tiketi hii imezuiwa: waulize wahudumu"
        case .oldKey: "Msimbo huu umepitwa na wakati: waulize wahudumu"
        case .tooEarly: "Unaweza kuingia kuanzia saa {time}"
        case .tooLate: "Mlango ulifungwa saa {time}"
        case .wrongGate: "Tafadhali nenda lango {gates}"
        case .wrongTier: "Tiketi hii si ya lango hili"
        case .unpaid: "Tafadhali lipa kwenye dawati"
        case .clockNotTrusted: "Wahudumu wataangalia tiketi yako ya leo"
        case .alreadyUsed: "Tiketi hii ilitumika saa {time}"
        case .notInside: "Tiketi hii haijatumika kuingia"
        case .full: "Kumejaa: tafadhali subiri hapa"
        case .roomUnknown, .check: "Tafadhali subiri wahudumu"
        case .admitted: "Furahia![ {count} kati ya {admits} ndani]"
        case .readmitted: "Karibu tena"
        case .exited: "Tutaonana tena"
        case .checked: "Tiketi yako ni halali"
        case .justAdmitted: "Umeruhusiwa kuingia sasa hivi"
        case .justExited: "Umetoka sasa hivi"
        }
    }

    static func swahiliPage(_ text: PageLabel) -> String {
        switch text {
        case .ready: "Tayari"
        case .holdUp: "Onyesha msimbo wa tiketi kwenye kamera"
        case .aim: "Weka msimbo hapa"
        case .closed: "Imefungwa"
        case .noCamera: "Hakuna kamera"
        case .noCameraHelp: "Haiwezekani kusoma tiketi: uliza wahudumu"
        case .noScanner: "Hakuna skana"
        case .cannotRecord: "Tafadhali subiri"
        case .cannotRecordHelp: "Haiwezekani kurekodi wanaoingia: uliza wahudumu"
        case .clockNotTrusted: "Angalia saa"
        case .clockNotTrustedHelp: "Usomaji unaendelea; wahudumu wataamua kuhusu muda"
        case .notSetUp: "Bado hakijasanidiwa"
        case .notSetUpHelp: "Onyesha msimbo wa kusanidi kwenye kamera"
        case .office: "Ofisi"
        case .officeOpen: "Kwenye kifaa kingine, fungua"
        case .officeHelp: "Au fanya mashine hii kuwa ofisi yako: kwenye kifaa kingine, fungua"
        case .officeCode: "Msimbo"
        case .officeCertificate: "Kivinjari kitaonya; endelea ikiwa SHA-256 ya cheti inaanza na"
        case .officeNoNetwork: "Ili kufungua ofisi kwenye kifaa kingine, chomeka kebo ya mtandao"
        case .disconnected: "Hakuna muunganisho"
        case .disconnectedHelp: "Muunganisho umekatika. Inaunganisha tena…"
        case .inside: "ndani"
        case .expected: "wanaotarajiwa"
        case .perMinute: "kwa dakika"
        case .refused: "waliokataliwa"
        }
    }
}
