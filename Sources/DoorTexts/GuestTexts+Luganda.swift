// The guest texts in Luganda.

import Admission
import DoorDisplay

extension GuestTexts {
    static func lugandaWord(_ style: VerdictStyle) -> String {
        switch style {
        case .admit: "Tukwanirizza"
        case .exit: "Weeraba"
        case .checked: "Tikiti ekkirizibwa"
        case .again: "Oyingidde dda"
        case .used: "Yakozesebwa dda"
        case .refuse, .quiet: "Tekkirizibwa"
        case .ask: "Buuza abakozi"
        }
    }

    static func luganda(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "Eno si tikiti yaffe"
        case .malformed: "Koodi eyonoonese: gyolese nate"
        case .unsupportedSuite: "Buuza abakozi ku tikiti eno"
        case .unknownKey: "Tikiti eno si ya wano"
        case .forged: "Tikiti eno si ntuufu"
        case .beyondGrant: "Ennamba ya tikiti eno si ntuufu"
        case .wrongEvent: "Tikiti eno ya mukolo mulala"
        case .unknownTicket: "Tikiti eno teri ku lukalala lwaffe"
        case .revoked: "Tikiti eno yasazibwamu"
        case .replaced: "Waliwo tikiti empya: laga eyo"
        case .blocked: "Tikiti eno eziyiziddwa: buuza abakozi"
        case .oldKey: "Koodi eno nkadde: buuza abakozi"
        case .tooEarly: "Osobola okuyingira okuva ku ssaawa {time}"
        case .tooLate: "Oluggi lwaggaddwa ku ssaawa {time}"
        case .wrongGate: "Genda ku mulyango {gates}"
        case .wrongTier: "Tikiti eno si ya mulyango guno"
        case .unpaid: "Sasulira ku mmeeza"
        case .clockNotTrusted: "Abakozi bajja kukebera tikiti yo ey'olwaleero"
        case .alreadyUsed: "Tikiti eno yakozesebwa ku ssaawa {time}"
        case .notInside: "Tikiti eno tennakozesebwa kuyingira"
        case .full: "Wajjudde: linda wano"
        case .roomUnknown, .check: "Linda abakozi"
        case .admitted: "Nyumirwa![ {count} ku {admits} bayingidde]"
        case .readmitted: "Tukwanirizza nate"
        case .exited: "Tulabagane"
        case .checked: "Tikiti yo ekkirizibwa"
        case .justAdmitted: "Wakkirizibwa okuyingira kaakano"
        case .justExited: "Wafulumye kaakano"
        }
    }

    static func lugandaPage(_ text: PageLabel) -> String {
        switch text {
        case .ready: "Mwetegefu"
        case .holdUp: "Laga koodi ya tikiti yo ku kkamera"
        case .aim: "Koodi giteeke wano"
        case .closed: "Waggaddwa"
        case .noCamera: "Tewali kkamera"
        case .noCameraHelp: "Tikiti teziyinza kusomebwa: buuza abakozi"
        case .noScanner: "Tewali sikaana"
        case .cannotRecord: "Linda"
        case .cannotRecordHelp: "Abayingira tebayinza kuwandiikibwa: buuza abakozi"
        case .clockNotTrusted: "Kebera essaawa"
        case .clockNotTrustedHelp: "Okusoma kugenda mu maaso; abakozi be basalawo ku ssaawa"
        case .notSetUp: "Tekinnaba kutegekebwa"
        case .notSetUpHelp: "Laga koodi y'okutegeka ku kkamera"
        case .office: "Ofiisi"
        case .officeOpen: "Ku kyuma ekirala, ggulawo"
        case .officeHelp: "Oba kyuma kino kifuule ofiisi yo: ku kyuma ekirala, ggulawo"
        case .officeCode: "Koodi"
        case .officeCertificate: "Bulawuza ejja kulabula; genda mu maaso singa SHA-256 ya satifikeeti etandika na"
        case .officeNoNetwork: "Okuggulawo ofiisi ku kyuma ekirala, teekamu waya w'omutimbagano"
        case .disconnected: "Tewali mpuliziganya"
        case .disconnectedHelp: "Empuliziganya ekutuse. Tugezaako nate…"
        case .inside: "munda"
        case .expected: "abasuubirwa"
        case .perMinute: "buli ddakiika"
        case .refused: "abagaaniddwa"
        }
    }
}
