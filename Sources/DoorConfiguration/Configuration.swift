// The configuration of this box: flags take precedence over the environment, then the file, then the defaults.

package import DoorDisplay
import DoorOutput
package import DoorSignals
package import DoorTexts
package import HTTPSupport
package import Ledger
package import Mail
package import Scanner

/// The values of all keys and their origins.
package struct Configuration {
    /// Where a value came from.
    package enum Origin: Equatable, CustomStringConvertible {
        case builtIn
        case file(String)
        case environment(String)

        package var description: String {
            switch self {
            case .builtIn: "default"
            case .file(let path): path
            case .environment(let name): name
            }
        }
    }

    private var settings: [ConfigurationKey: (value: ConfigurationValue, origin: Origin)] = [:]

    /// The file to read if no other is named and this one exists.
    package static let systemPath = "/etc/doorcheck/doorcheck.toml"

    /// The environment variable that names the file to read if no flag does.
    package static let pathVariable = ConfigurationKey.environmentPrefix + "CONFIG"

    /// - Parameters:
    ///   - file: The parsed file; `nil` for defaults.
    ///   - environment: The process's environment; variables of ``ConfigurationKey/environmentName`` are used.
    /// - Throws: ``ConfigurationError``.
    package init(file: ConfigurationFile?, environment: [String: String]) throws(ConfigurationError) {
        var faults: [ConfigurationError] = []
        for key in ConfigurationKey.allCases {
            var setting: (value: ConfigurationValue, origin: Origin) = (key.defaultValue, .builtIn)
            if let file, let value = file.values[key] {
                setting = (Self.resolve(value, of: key, beside: file.path), .file(file.path))
            }
            if let text = environment[key.environmentName] {
                do throws(ConfigurationError) {
                    setting = (try Self.value(of: key, from: text), .environment(key.environmentName))
                } catch {
                    faults.append(error)
                }
            }
            settings[key] = setting
        }
        let known = Set(ConfigurationKey.allCases.map(\.environmentName) + [Self.pathVariable])
        let prefix = ConfigurationKey.environmentPrefix
        faults += environment.keys.sorted().filter { $0.hasPrefix(prefix) && !known.contains($0) }
            .map { .unknownVariable($0) }
        if let error = ConfigurationError(faults) { throw error }
    }

    /// Returns a key's value and origin.
    package func setting(of key: ConfigurationKey) -> (value: ConfigurationValue, origin: Origin) {
        settings[key] ?? (key.defaultValue, .builtIn)
    }

    /// Resolves relative paths in a file against the file's folder, regardless of the working directory.
    private static func resolve(
        _ value: ConfigurationValue,
        of key: ConfigurationKey,
        beside file: String
    ) -> ConfigurationValue {
        guard [.path, .paths, .optionalPath].contains(key.kind), let slash = file.lastIndex(of: "/") else {
            return value
        }
        func resolve(_ path: String) -> String {
            path.isEmpty || path.hasPrefix("/") || path.contains("://") ? path : file[...slash] + path
        }
        return switch value {
        case .text(let path): .text(resolve(path))
        case .texts(let paths): .texts(paths.map(resolve))
        default: value
        }
    }

    private static func value(
        of key: ConfigurationKey,
        from text: String
    ) throws(ConfigurationError) -> ConfigurationValue {
        let value: ConfigurationValue? =
            switch key.kind {
            case .integer: Int(text).map { .integer($0) }
            case .boolean: Bool(text).map { .boolean($0) }
            case .paths where text.contains(","): .texts(text.split(separator: ",").map(String.init))
            default: .text(text)
            }
        guard let value, value.fits(key.kind) else {
            throw .wrongValue(place: key.environmentName, key: key.rawValue, expected: key.kind.bareExpectation)
        }
        return value
    }

    private func text(_ key: ConfigurationKey) -> String {
        if case .text(let text) = setting(of: key).value { text } else { "" }
    }

    private func integer(_ key: ConfigurationKey) -> Int {
        if case .integer(let number) = setting(of: key).value { number } else { 0 }
    }

    private func boolean(_ key: ConfigurationKey) -> Bool {
        setting(of: key).value == .boolean(true)
    }
}

extension Configuration {
    package var ledgerPath: String { text(.ledger) }
    package var keysFolder: String { text(.keys) }
    package var boxName: String { text(.box) }
    /// The configured event; `nil` for the only event of the ledger.
    package var eventSlug: String? { text(.event).isEmpty ? nil : text(.event) }
    package var gate: GateName { GateName(text(.gate)) ?? .main }

    /// The cameras: one or more, each once.
    package var cameraPaths: [String] {
        guard case .texts(let paths) = setting(of: .cameraDevice).value else { return [text(.cameraDevice)] }
        return paths.enumerated().filter { !paths[..<$0.offset].contains($0.element) }.map(\.element)
    }

    /// The barcode scanner: `nil` for none, `auto` for the first device that identifies as a scanner.
    package var scanner: String? { text(.scannerDevice).isEmpty ? nil : text(.scannerDevice) }

    /// The camera for operations on a single camera.
    package var cameraPath: String { cameraPaths[0] }

    package var video: VideoRequest {
        VideoRequest(
            width: integer(.cameraWidth),
            height: integer(.cameraHeight),
            framesPerSecond: Double(integer(.cameraRate)),
            tuning: tuning
        )
    }

    /// The settings of the camera; those that are `keep` are left unchanged.
    private var tuning: CameraTuning {
        var tuning = CameraTuning()
        switch text(.cameraExposure) {
        case "auto": tuning.exposure = .automatic
        case "manual": tuning.exposure = .manual(tenthsOfMillisecond: integer(.cameraExposureTime))
        default: break
        }
        switch text(.cameraFocus) {
        case "auto": tuning.focus = .automatic
        case "fixed": tuning.focus = .fixed(integer(.cameraFocusPlace))
        default: break
        }
        tuning.powerLine = ["off": .off, "50": .hertz50, "60": .hertz60, "auto": .automatic][text(.cameraPowerLine)]
        tuning.keepsRate = ["rate": true, "light": false][text(.cameraPriority)]
        return tuning
    }

    package var hasDisplay: Bool { boolean(.displayEnabled) }
    package var hasPreview: Bool { boolean(.displayPreview) }
    /// `nil` for no staff page.
    package var pinPath: String? { text(.displayPIN).isEmpty ? nil : text(.displayPIN) }

    /// Whether staff sell tickets at the door.
    package var sellsAtDoor: Bool { boolean(.displaySales) }

    /// The guests' language.
    package var language: Language { Language(rawValue: text(.displayLanguage)) ?? .english }

    package var display: DisplayOptions {
        let language = language
        return DisplayOptions(
            address: ListeningAddress(text(.displayAddress)) ?? .standard,
            showsNames: boolean(.displayNames),
            playsSound: boolean(.displaySound),
            language: PageLanguage(
                tag: language.rawValue,
                isRightToLeft: language.isRightToLeft,
                text: { GuestTexts.page($0, in: language) },
                staffText: { StaffTexts.page($0, in: language) }
            )
        )
    }

    /// The sound card by its ALSA name, the volume from 0 to 100, and whether the door is muted.
    package var sound: (device: String, volume: Int, isMute: Bool) {
        (text(.soundDevice), integer(.soundVolume), boolean(.soundMute))
    }

    /// The colour of a lamp.
    package enum LampColour: CaseIterable {
        /// Someone enters.
        case green
        /// Staff decide, or nothing can be recorded.
        case amber
        /// No one enters.
        case red
    }

    /// The lines of the wired lamps; empty for none.
    package var lamps: [LampColour: LinePlace] {
        let keys: [LampColour: ConfigurationKey] = [.green: .lampGreen, .amber: .lampAmber, .red: .lampRed]
        guard !text(.lampChip).isEmpty else { return [:] }
        return keys.mapValues(integer).filter { $0.value >= 0 }.mapValues { number in
            LinePlace(chip: text(.lampChip), number: number, isActiveLow: boolean(.lampActiveLow))
        }
    }
    package var lampTime: Duration { .milliseconds(integer(.lampMilliseconds)) }

    /// The relay's line; `nil` for none.
    package var relay: LinePlace? {
        guard !text(.relayChip).isEmpty else { return nil }
        return LinePlace(chip: text(.relayChip), number: integer(.relayLine), isActiveLow: boolean(.relayActiveLow))
    }
    package var relayPulse: Duration { .milliseconds(integer(.relayMilliseconds)) }

    /// The hook's program; `nil` for none.
    package var hookPath: String? { text(.hookProgram).isEmpty ? nil : text(.hookProgram) }
    package var hookSeconds: Int { integer(.hookSeconds) }

    /// The webhook's server; `nil` for none.
    package var webhookURL: String? { text(.webhookURL).isEmpty ? nil : text(.webhookURL) }
    /// `nil` for no signature.
    package var webhookSecretPath: String? { text(.webhookSecret).isEmpty ? nil : text(.webhookSecret) }
    /// `nil` for the system's certificate authorities.
    package var webhookAuthorityPath: String? { text(.webhookAuthority).isEmpty ? nil : text(.webhookAuthority) }
    /// In the ledger's folder, which is on a writable disk.
    package var webhookQueuePath: String { ledgerPath + ".webhook" }

    package var officeListen: ListeningAddress { ListeningAddress(text(.officeListen)) ?? .standard }
    /// `nil` for an office that only this machine reaches.
    package var officeCertificatePath: String? {
        text(.officeCertificate).isEmpty ? nil : text(.officeCertificate)
    }
    /// `nil` if the certificate's file contains the key.
    package var officeCertificateKeyPath: String? {
        text(.officeCertificateKey).isEmpty ? nil : text(.officeCertificateKey)
    }

    /// `nil` for no hub.
    package var hubURL: String? { text(.hubURL).isEmpty ? nil : text(.hubURL) }
    /// `nil` for the system's certificate authorities.
    package var hubAuthorityPath: String? { text(.hubAuthority).isEmpty ? nil : text(.hubAuthority) }
    /// The database of the hub that this machine serves.
    package var hubDatabase: String { text(.hubDatabase) }
    package var hubListen: ListeningAddress { ListeningAddress(text(.hubListen)) ?? .standard }
    /// `nil` for plain HTTP, or a certificate of its own.
    package var hubCertificatePath: String? { text(.hubCertificate).isEmpty ? nil : text(.hubCertificate) }
    /// `nil` if the certificate's file contains the key.
    package var hubCertificateKeyPath: String? { text(.hubCertificateKey).isEmpty ? nil : text(.hubCertificateKey) }
    /// Whether the hub makes a certificate of its own: none is named.
    package var hubMakesCertificate: Bool { boolean(.hubOwnCertificate) && hubCertificatePath == nil }
    /// The certificate that it makes, with its key: in the ledger's folder, where the hub's user may write.
    package var hubOwnCertificatePath: String {
        let name = ledgerPath.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return String(ledgerPath.dropLast(name.count)) + "hub.pem"
    }
    /// The IP addresses and networks that may read the hub's metrics.
    package var hubMetricsReaders: [String] { text(.hubMetrics).networks ?? [] }
    /// Where the hub's alerts are posted to; `nil` for nowhere.
    package var alertsWebhookURL: String? { text(.alertsWebhook).isEmpty ? nil : text(.alertsWebhook) }
    /// Who gets mails about the hub's alerts.
    package var alertsRecipients: [MailAddress] { text(.alertsMailTo).mailAddresses ?? [] }
    /// The sender of these mails; `nil` if none is configured.
    package var alertsFrom: MailAddress? { MailAddress(address: text(.alertsMailFrom), name: nil) }
    /// The mail server; `nil` for none.
    package var alertsServer: String? { text(.alertsSMTP).isEmpty ? nil : text(.alertsSMTP) }
    /// The user at the mail server; `nil` if it asks for none.
    package var alertsUser: String? { text(.alertsSMTPUser).isEmpty ? nil : text(.alertsSMTPUser) }
    /// The file with the user's password.
    package var alertsPasswordPath: String? {
        text(.alertsSMTPPassword).isEmpty ? nil : text(.alertsSMTPPassword)
    }
    /// `nil` for the system's certificate authorities.
    package var alertsAuthorityPath: String? { text(.alertsAuthority).isEmpty ? nil : text(.alertsAuthority) }
    /// In the ledger's folder, which is on a writable disk.
    package var alertsFilePath: String { ledgerPath + ".alerts" }

    /// The address of this machine's hub for processes on the same machine.
    package var hubOwnURL: String { hubURL(at: hubListen) }

    /// Returns an address of this machine's hub.
    package func hubURL(at address: ListeningAddress) -> String {
        "\(hubCertificatePath != nil || hubMakesCertificate ? "https" : "http")://\(address)"
    }

    package var imageLimits: ImageLimits {
        ImageLimits(bytes: integer(.picturesMegabytes) << 20, pixels: integer(.picturesMegapixels) * 1_000_000)
    }
}
