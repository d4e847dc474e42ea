// All keys of the configuration, with kinds, defaults and meanings.

import DoorTexts

/// A key as written in `doorcheck.toml`, with a dot between table and key.
package enum ConfigurationKey: String, CaseIterable {
    case ledger
    case keys
    case box
    case event
    case gate
    case cameraDevice = "camera.device"
    case cameraWidth = "camera.width"
    case cameraHeight = "camera.height"
    case cameraRate = "camera.rate"
    case cameraExposure = "camera.exposure"
    case cameraExposureTime = "camera.exposure_time"
    case cameraFocus = "camera.focus"
    case cameraFocusPlace = "camera.focus_place"
    case cameraPowerLine = "camera.power_line"
    case cameraPriority = "camera.priority"
    case scannerDevice = "scanner.device"
    case displayEnabled = "display.enabled"
    case displayAddress = "display.address"
    case displayLanguage = "display.language"
    case displayNames = "display.names"
    case displayPreview = "display.preview"
    case displaySound = "display.sound"
    case displayPIN = "display.pin"
    case displaySales = "display.sales"
    case soundDevice = "sound.device"
    case soundVolume = "sound.volume"
    case soundMute = "sound.mute"
    case lampChip = "lamp.chip"
    case lampGreen = "lamp.green"
    case lampAmber = "lamp.amber"
    case lampRed = "lamp.red"
    case lampActiveLow = "lamp.active_low"
    case lampMilliseconds = "lamp.milliseconds"
    case relayChip = "relay.chip"
    case relayLine = "relay.line"
    case relayActiveLow = "relay.active_low"
    case relayMilliseconds = "relay.milliseconds"
    case hookProgram = "hook.program"
    case hookSeconds = "hook.seconds"
    case webhookURL = "webhook.url"
    case webhookSecret = "webhook.secret"
    case webhookAuthority = "webhook.authority"
    case officeListen = "office.listen"
    case officeCertificate = "office.certificate"
    case officeCertificateKey = "office.certificate_key"
    case hubURL = "hub.url"
    case hubAuthority = "hub.authority"
    case hubDatabase = "hub.database"
    case hubListen = "hub.listen"
    case hubCertificate = "hub.certificate"
    case hubCertificateKey = "hub.certificate_key"
    case hubOwnCertificate = "hub.own_certificate"
    case hubMetrics = "hub.metrics"
    case alertsWebhook = "hub.alerts.webhook"
    case alertsMailTo = "hub.alerts.mail_to"
    case alertsMailFrom = "hub.alerts.mail_from"
    case alertsSMTP = "hub.alerts.smtp"
    case alertsSMTPUser = "hub.alerts.smtp_user"
    case alertsSMTPPassword = "hub.alerts.smtp_password"
    case alertsAuthority = "hub.alerts.authority"
    case picturesMegabytes = "pictures.megabytes"
    case picturesMegapixels = "pictures.megapixels"

    /// The values that a key accepts.
    package enum Kind: Equatable {
        /// Any non-empty text.
        case name
        /// A file or folder, relative to the configuration's folder.
        case path
        /// One path or a list of paths.
        case paths
        /// The path of a device, `auto`, or empty.
        case scanner
        /// The short name of an event, or empty.
        case event
        case gate
        case integer(ClosedRange<Int>)
        /// One of a few words.
        case choice([String])
        case boolean
        /// An IP address and a port.
        case address
        /// IP addresses and networks, separated by commas, or empty.
        case networks
        /// A file, or empty.
        case optionalPath
        /// The name of a GPIO chip, or empty.
        case chip
        /// A URL without a password, or empty.
        case url
        /// The URL of a mail server without a path or a password, or empty.
        case mailServer
        /// A mail address, or empty.
        case mailAddress
        /// Mail addresses, separated by commas, or empty.
        case mailAddresses
        /// Any text.
        case text
    }

    package var kind: Kind {
        switch self {
        case .ledger, .keys, .hubDatabase: .path
        case .cameraDevice: .paths
        case .box, .soundDevice: .name
        case .event: .event
        case .gate: .gate
        case .cameraWidth: .integer(160...7680)
        case .cameraHeight: .integer(120...4320)
        case .cameraRate: .integer(1...240)
        case .cameraExposure: .choice(["auto", "manual", "keep"])
        case .cameraExposureTime: .integer(1...10_000)
        case .cameraFocus: .choice(["auto", "fixed", "keep"])
        case .cameraFocusPlace: .integer(0...65_535)
        case .cameraPowerLine: .choice(["off", "50", "60", "auto", "keep"])
        case .cameraPriority: .choice(["rate", "light", "keep"])
        case .scannerDevice: .scanner
        case .displayEnabled, .displayNames, .displayPreview, .displaySound, .displaySales, .soundMute,
            .lampActiveLow, .relayActiveLow, .hubOwnCertificate:
            .boolean
        case .displayAddress, .hubListen, .officeListen: .address
        case .hubMetrics: .networks
        case .displayLanguage: .choice(Language.allCases.map(\.rawValue))
        case .displayPIN, .hookProgram, .webhookSecret, .webhookAuthority, .hubAuthority, .hubCertificate,
            .hubCertificateKey, .officeCertificate, .officeCertificateKey, .alertsSMTPPassword, .alertsAuthority:
            .optionalPath
        case .webhookURL, .hubURL, .alertsWebhook: .url
        case .alertsSMTP: .mailServer
        case .alertsMailFrom: .mailAddress
        case .alertsMailTo: .mailAddresses
        case .alertsSMTPUser: .text
        case .soundVolume: .integer(0...100)
        case .lampChip, .relayChip: .chip
        case .lampGreen, .lampAmber, .lampRed: .integer(-1...1023)
        case .relayLine: .integer(0...1023)
        case .lampMilliseconds, .relayMilliseconds: .integer(50...10_000)
        case .hookSeconds: .integer(1...60)
        case .picturesMegabytes: .integer(1...1024)
        case .picturesMegapixels: .integer(1...1000)
        }
    }

    package var defaultValue: ConfigurationValue {
        switch self {
        case .ledger: .text("/var/lib/doorcheck/ledger.sqlite")
        case .keys: .text("/etc/doorcheck/keys")
        case .box: .text("box-1")
        case .event: .text("")
        case .gate: .text("main")
        case .cameraDevice: .text("/dev/video0")
        case .cameraWidth: .integer(1280)
        case .cameraHeight: .integer(720)
        case .cameraRate: .integer(30)
        case .cameraExposure, .cameraFocus: .text("auto")
        case .cameraExposureTime: .integer(100)
        case .cameraFocusPlace: .integer(0)
        case .cameraPowerLine: .text("keep")
        case .cameraPriority: .text("rate")
        case .displayEnabled, .displayPreview: .boolean(true)
        case .displayNames, .displaySound, .displaySales, .soundMute, .lampActiveLow, .relayActiveLow,
            .hubOwnCertificate:
            .boolean(false)
        case .displayAddress: .text("127.0.0.1:8480")
        case .displayLanguage: .text("en")
        case .scannerDevice, .displayPIN, .lampChip, .relayChip, .hookProgram: .text("")
        case .webhookURL, .webhookSecret, .webhookAuthority, .hubURL, .hubAuthority: .text("")
        case .hubDatabase: .text("/var/lib/doorcheck/hub.sqlite")
        case .hubListen: .text("127.0.0.1:8490")
        case .hubCertificate, .hubCertificateKey, .officeCertificate, .officeCertificateKey: .text("")
        case .officeListen: .text("127.0.0.1:8470")
        case .hubMetrics: .text("127.0.0.1")
        case .alertsWebhook, .alertsMailTo, .alertsMailFrom, .alertsSMTP, .alertsSMTPUser, .alertsSMTPPassword,
            .alertsAuthority:
            .text("")
        case .soundDevice: .text("default")
        case .soundVolume: .integer(100)
        case .lampGreen, .lampAmber, .lampRed: .integer(-1)
        case .lampMilliseconds: .integer(2000)
        case .relayLine: .integer(0)
        case .relayMilliseconds: .integer(800)
        case .hookSeconds: .integer(5)
        case .picturesMegabytes: .integer(64)
        case .picturesMegapixels: .integer(100)
        }
    }

    /// One sentence for the example file and the manual.
    package var meaning: String {
        switch self {
        case .ledger: "The ledger file, with the tickets and every scan."
        case .keys: "The folder with the key files."
        case .box: "The name of this box; used when a ledger is created."
        case .event: "The short name of the event at this door; empty for the only one in the ledger."
        case .gate: "The name of this door: 1 to 32 letters, digits or hyphens."
        case .cameraDevice: "The camera, or a list of cameras; `doorcheck camera list` shows those present."
        case .cameraWidth: "Width of the camera's picture, in pixels."
        case .cameraHeight: "Height of the camera's picture, in pixels."
        case .cameraRate: "Frames per second."
        case .cameraExposure:
            "The exposure: auto, manual (see exposure_time), or keep for the camera's own setting."
        case .cameraExposureTime: "In tenths of a millisecond; 100 avoids banding from lamps at 50 Hz, 83 at 60 Hz."
        case .cameraFocus: "The focus: auto, fixed (see focus_place), or keep for the camera's own setting."
        case .cameraFocusPlace: "In the camera's own unit; `doorcheck camera controls` shows it as focus_absolute."
        case .cameraPowerLine: "The mains frequency, to avoid banding from lamps: off, 50 or 60 (Hz), auto, or keep."
        case .cameraPriority:
            "In poor light: rate keeps the frame rate, light gives fewer but brighter frames, or keep."
        case .scannerDevice: "A USB barcode scanner in addition to the camera: its device, auto, or empty for none."
        case .displayEnabled: "Whether `doorcheck run` serves the door display."
        case .displayAddress: "The address of the door display; one that other machines can reach needs a PIN."
        case .displayLanguage: "The language of the pages for guests and staff: en, sw, lg, fr, de, es or ar."
        case .displayNames: "Whether guests see the ticket holder's name."
        case .displayPreview: "Whether guests see the camera's picture, which helps them aim."
        case .displaySound: "Whether the guest page plays a sound with each verdict."
        case .displayPIN: "A file with the PIN of the staff page; empty for no staff page."
        case .displaySales: "Whether staff sell tickets on the staff page, if this box may add tickets."
        case .soundDevice: "The sound card for the verdict sounds; `aplay -L` lists the sound cards."
        case .soundVolume: "The volume, from 0 to 100."
        case .soundMute: "Whether the sound is off."
        case .lampChip: "The GPIO chip of a traffic light; `gpiodetect` lists the chips; empty for none."
        case .lampGreen: "The line that lights up when a guest enters; -1 for none."
        case .lampAmber: "The line that lights up when staff must decide; -1 for none."
        case .lampRed: "The line that lights up when a guest is refused; -1 for none."
        case .lampActiveLow: "Whether a low voltage lights the lamps."
        case .lampMilliseconds: "How long a lamp is lit, in milliseconds."
        case .relayChip: "The GPIO chip of the relay of a turnstile or door; empty for none."
        case .relayLine: "The line that is switched on for a moment for each guest who enters."
        case .relayActiveLow: "Whether a low voltage switches the relay on."
        case .relayMilliseconds: "How long the relay is on, in milliseconds."
        case .hookProgram: "A program that runs for every verdict, with its JSON on standard input; empty for none."
        case .hookSeconds: "The time limit of the program, in seconds; after that, it is stopped."
        case .webhookURL: "A server that receives each verdict, without names: https://…; empty for none."
        case .webhookSecret: "A file with the secret that signs the requests; empty for no signature."
        case .webhookAuthority: "A file with the server's certificate authority; empty for the system's authorities."
        case .officeListen:
            "The address of `doorcheck office`; one that other machines can reach needs an account. The service takes "
                + "its port."
        case .officeCertificate:
            "A file with the office's certificate chain; empty for one of its own if other machines can reach it."
        case .officeCertificateKey: "A file with the certificate's private key; empty if it is in the same file."
        case .hubURL: "The hub through which this box shares tickets and scans: https://…; empty for none."
        case .hubAuthority: "A file with the hub's certificate authority; empty for the system's authorities."
        case .hubDatabase: "Where `doorcheck hub serve` keeps its records: a file, or postgresql://…"
        case .hubListen: "The address that `doorcheck hub serve` listens on."
        case .hubCertificate:
            "A file with the hub's certificate chain; empty for plain HTTP, or one of its own (see own_certificate)."
        case .hubCertificateKey: "A file with the certificate's private key; empty if it is in the same file."
        case .hubOwnCertificate:
            "Whether a hub for which no certificate is named makes one of its own; otherwise it speaks plain HTTP."
        case .hubMetrics:
            "The IP addresses and networks that may read the hub's metrics, separated by commas; empty for none."
        case .alertsWebhook: "A server that is told when something goes wrong at the hub: https://…; empty for none."
        case .alertsMailTo: "Who gets a mail when something goes wrong, separated by commas; empty for nobody."
        case .alertsMailFrom: "The sender of these mails."
        case .alertsSMTP: "The mail server that takes them: smtps://mail.example:465, or smtp://localhost:25."
        case .alertsSMTPUser: "The user at the mail server; empty if it asks for none."
        case .alertsSMTPPassword: "A file of mode 0600 with the user's password, as its only line."
        case .alertsAuthority: "A file with these servers' certificate authority; empty for the system's authorities."
        case .picturesMegabytes: "The largest picture file that is read, in megabytes."
        case .picturesMegapixels: "The largest picture that is read, in millions of pixels."
        }
    }

    /// The prefix of doorcheck's environment variables.
    static let environmentPrefix = "DOORCHECK_"

    /// The environment variable: the prefix and the key in upper case, with dots as underscores.
    var environmentName: String {
        Self.environmentPrefix + rawValue.uppercased().replacing(".", with: "_")
    }
}
