// The settings of a new box.

import DoorInstallation
import FoundationEssentials
import HubClient
import Ledger
import TicketPrinting

/// What the page sends for a new box. It contains secrets.
struct BoxSetupForm: Decodable {
    let name: String
    let gate: String?
    let timezone: String?
    let pin: String?
    let network: String?
    let password: String?
    /// The role with which it joins the hub of this machine; absent for a box that does not.
    let role: BoxRole?
}

/// The settings, as a file and, if they are short enough, as a code.
struct BoxSetupFile: Encodable {
    let text: String
    /// The rows of the code from top to bottom, without its quiet zone: `1` is a dark module, `0` a light one.
    let code: [String]?
}

extension OfficeDesk {
    /// Writes the settings of a new box.
    ///
    /// - Throws: ``OfficeRefusal`` with the field that is wrong; what the hub throws.
    func setup(_ form: BoxSetupForm) async throws -> BoxSetupFile {
        var setup = BoxSetup(box: form.name.trimmed)
        (setup.gate, setup.timezone) = (form.gate?.filled, form.timezone?.filled)
        setup.pin = form.pin?.filled
        setup.network = form.network?.filled.map { .init(name: $0, password: form.password?.filled) }
        try Self.check(setup)
        if let role = form.role {
            setup.authority = try hub.authority()
            setup.invitation = try await hub.invite(created(), setup.box, MemberRights(role), Self.invitationMinutes)
        }
        let code = try setup.code.map { try QRSymbol(text: $0, errorCorrection: .medium).rows }
        return BoxSetupFile(text: setup.text, code: code)
    }

    /// A day: the box is set up before the event.
    private static let invitationMinutes = 1440

    /// A box reads these settings as strictly as this does.
    private static func check(_ setup: BoxSetup) throws {
        do {
            _ = try BoxSetup(text: setup.text)
        } catch {
            guard let fault = error.faults.first else { throw error }
            let (field, sentence) = words[fault.setting ?? ""] ?? ("name", fault.problem)
            throw OfficeRefusal(sentence, field: field)
        }
        if let zone = setup.timezone, !FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(zone)") {
            throw OfficeRefusal("There is no such time zone; choose one such as Europe/Berlin.", field: "timezone")
        }
    }

    /// By setting: the field, and what it expects.
    private static let words: [String: (field: String, sentence: String)] = [
        "box": ("name", "Give the box a name of 1 to 60 characters."),
        "gate": ("gate", "A gate has 1 to 32 letters, digits or hyphens."),
        "timezone": ("timezone", "Write a time zone such as Europe/Berlin."),
        "pin": ("pin", "A PIN has 6 to 64 characters."),
        "wifi.network": ("network", "The name of a Wi-Fi network has at most 32 letters."),
        "wifi.password": ("password", "A Wi-Fi password has 8 to 63 letters, digits and signs of ASCII."),
    ]
}

extension QRSymbol {
    fileprivate var rows: [String] {
        (0..<size).map { y in (0..<size).map { x in self[x: x, y: y] ? "1" : "0" }.joined() }
    }
}

extension String {
    /// The text without spaces around it; `nil` if nothing is left.
    fileprivate var filled: String? { trimmed.isEmpty ? nil : trimmed }
}
