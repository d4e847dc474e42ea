// What the guest page says apart from verdicts.

/// A text of the guest page; the script knows it by its raw value.
enum PageText: String, CaseIterable {
    case ready, holdUp, aim, closed
    case noCamera, noCameraHelp, cannotRecord, cannotRecordHelp, clockNotTrusted, clockNotTrustedHelp
    case disconnected, disconnectedHelp
    case inside, expected, perMinute, turnedAway

    /// - Parameter language: Of the guest page.
    /// - Returns: A word or a sentence.
    func text(in language: DisplayLanguage) -> String {
        texts[language] ?? rawValue
    }

    private var texts: [DisplayLanguage: String] {
        switch self {
        case .ready:
            [.en: "Ready", .de: "Bereit", .fr: "Prêt", .es: "Listo", .it: "Pronto", .pt: "Pronto", .ar: "جاهز"]
        case .holdUp:
            [
                .en: "Hold your ticket’s code up to the camera", .de: "Ticket-Code vor die Kamera halten",
                .fr: "Présentez le code de votre billet à la caméra",
                .es: "Muestre el código de su entrada a la cámara",
                .it: "Mostra il codice del biglietto alla telecamera",
                .pt: "Mostre o código do seu bilhete à câmara", .ar: "ضع رمز تذكرتك أمام الكاميرا",
            ]
        case .aim:
            [
                .en: "Hold the code here", .de: "Code hierher halten", .fr: "Placez le code ici",
                .es: "Ponga el código aquí", .it: "Metti il codice qui", .pt: "Ponha o código aqui",
                .ar: "ضع الرمز هنا",
            ]
        case .closed:
            [
                .en: "Closed", .de: "Geschlossen", .fr: "Fermé", .es: "Cerrado", .it: "Chiuso", .pt: "Fechado",
                .ar: "مغلق",
            ]
        case .noCamera:
            [
                .en: "No camera", .de: "Keine Kamera", .fr: "Pas de caméra", .es: "Sin cámara",
                .it: "Nessuna telecamera", .pt: "Sem câmara", .ar: "لا توجد كاميرا",
            ]
        case .noCameraHelp:
            [
                .en: "Nothing can be scanned. Please ask staff.",
                .de: "Es kann nicht gescannt werden. Bitte Personal fragen.",
                .fr: "Lecture impossible. Adressez-vous au personnel.",
                .es: "No se puede escanear. Pregunte al personal.",
                .it: "Impossibile leggere. Rivolgiti al personale.",
                .pt: "Não é possível ler. Fale com a equipa.", .ar: "لا يمكن المسح. يرجى سؤال الموظفين.",
            ]
        case .cannotRecord:
            [
                .en: "Please wait", .de: "Bitte warten", .fr: "Patientez", .es: "Espere, por favor",
                .it: "Attendere", .pt: "Aguarde", .ar: "يرجى الانتظار",
            ]
        case .cannotRecordHelp:
            [
                .en: "Entries cannot be recorded. Please ask staff.",
                .de: "Einlass kann nicht gespeichert werden. Bitte Personal fragen.",
                .fr: "Les entrées ne peuvent être enregistrées. Adressez-vous au personnel.",
                .es: "No se pueden registrar entradas. Pregunte al personal.",
                .it: "Gli ingressi non possono essere registrati. Rivolgiti al personale.",
                .pt: "Não é possível registar entradas. Fale com a equipa.",
                .ar: "لا يمكن تسجيل الدخول. يرجى سؤال الموظفين.",
            ]
        case .clockNotTrusted:
            [
                .en: "Check the clock", .de: "Uhr prüfen", .fr: "Vérifier l’heure", .es: "Revisar el reloj",
                .it: "Controllare l’ora", .pt: "Verificar a hora", .ar: "تحقق من الساعة",
            ]
        case .clockNotTrustedHelp:
            [
                .en: "Scanning goes on. Staff decide where times matter.",
                .de: "Es wird weiter gescannt. Über Zeiten entscheidet das Personal.",
                .fr: "La lecture continue. Le personnel décide des horaires.",
                .es: "Se sigue escaneando. El personal decide sobre los horarios.",
                .it: "La lettura continua. Per gli orari decide il personale.",
                .pt: "A leitura continua. A equipa decide sobre os horários.",
                .ar: "المسح مستمر. يقرر الموظفون بشأن المواعيد.",
            ]
        case .disconnected:
            [
                .en: "Disconnected", .de: "Keine Verbindung", .fr: "Déconnecté", .es: "Sin conexión",
                .it: "Disconnesso", .pt: "Sem ligação", .ar: "انقطع الاتصال",
            ]
        case .disconnectedHelp:
            [
                .en: "This screen has lost the door. It tries again by itself.",
                .de: "Dieser Bildschirm hat die Tür verloren und versucht es selbst wieder.",
                .fr: "Cet écran a perdu la porte et réessaie tout seul.",
                .es: "Esta pantalla perdió la puerta y lo intenta de nuevo sola.",
                .it: "Questo schermo ha perso la porta e riprova da solo.",
                .pt: "Este ecrã perdeu a porta e tenta de novo sozinho.",
                .ar: "فقدت هذه الشاشة الاتصال بالبوابة وتعيد المحاولة تلقائيًا.",
            ]
        case .inside:
            [
                .en: "inside", .de: "drinnen", .fr: "entrés", .es: "dentro", .it: "dentro", .pt: "dentro",
                .ar: "بالداخل",
            ]
        case .expected:
            [
                .en: "expected", .de: "erwartet", .fr: "attendus", .es: "esperados", .it: "attesi", .pt: "esperados",
                .ar: "متوقع",
            ]
        case .perMinute:
            [
                .en: "per min", .de: "pro min", .fr: "par min", .es: "por min", .it: "al min", .pt: "por min",
                .ar: "في الدقيقة",
            ]
        case .turnedAway:
            [
                .en: "refused", .de: "abgewiesen", .fr: "refusés", .es: "rechazados", .it: "respinti",
                .pt: "recusados", .ar: "مرفوض",
            ]
        }
    }
}
