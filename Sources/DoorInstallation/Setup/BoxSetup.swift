// What a new box is told: its name, its gate, its networks and its hub.

package import HubClient
import Ledger
import TicketSigning

/// The settings of a box that nobody types into it. They contain secrets, so the value never prints itself.
package struct BoxSetup: Hashable, Sendable, Redacted {
    /// A Wi-Fi network.
    package struct Network: Hashable, Sendable, Redacted {
        /// The network's name (SSID): 1 to 32 bytes of UTF-8.
        package let name: String
        /// 8 to 63 printable ASCII characters; `nil` for an open network.
        package let password: String?

        package init(name: String, password: String?) {
            (self.name, self.password) = (name, password)
        }
    }

    /// The name of the box: 1 to 60 characters.
    package let box: String
    /// The gate at which it stands; `nil` leaves the configured one.
    package var gate: String?
    /// A name of the time zone database such as `Europe/Berlin`; `nil` leaves the one that the box has.
    package var timezone: String?
    /// The PIN of the staff: 6 to 64 characters; `nil` for none.
    package var pin: String?
    /// `nil` for a cable or no network.
    package var network: Network?
    /// The hub that the box joins; `nil` for none.
    package var invitation: HubInvitation?
    /// The certificate by which the box knows its hub; `nil` for the system's authorities.
    package var authority: AuthorityCertificate?
    /// Whether a box has taken these settings; the secrets are missing then.
    package var isTaken = false

    /// - Parameter box: The name of the box: 1 to 60 characters.
    package init(box: String) {
        self.box = box
    }

    /// The same settings without secrets, as they remain once a box has taken them.
    package var taken: BoxSetup {
        var setup = BoxSetup(box: box)
        (setup.gate, setup.timezone, setup.isTaken) = (gate, timezone, true)
        setup.network = network.map { Network(name: $0.name, password: nil) }
        return setup
    }
}

extension BoxSetup {
    /// The settings that a text has.
    enum Key: String, CaseIterable {
        case version
        case taken
        case box
        case gate
        case timezone
        case pin
        case wifiNetwork = "wifi.network"
        case wifiPassword = "wifi.password"
        case hubJoin = "hub.join"
        case hubAuthority = "hub.authority"

        /// The rest of a sentence that begins "expects".
        var expectation: String {
            switch self {
            case .version: "1; a later doorcheck wrote this, so update the box first"
            case .taken: "true or false"
            case .box: "a name of 1 to 60 characters in quotation marks"
            case .gate: "1 to 32 letters, digits or hyphens in quotation marks"
            case .timezone: "a time zone such as \"Europe/Berlin\""
            case .pin: "6 to 64 characters in quotation marks"
            case .wifiNetwork: "the name of a Wi-Fi network, 1 to 32 bytes in quotation marks"
            case .wifiPassword: "8 to 63 letters, digits and signs of ASCII in quotation marks"
            case .hubJoin: "a whole code from `doorcheck hub enroll` in quotation marks"
            case .hubAuthority: "a certificate as `doorcheck box setup` writes it, in quotation marks"
            }
        }

        /// Returns whether a text is a valid value of a key with text.
        func allows(_ text: String) -> Bool {
            // Control characters are in no name, and would break the files that the settings are written to.
            guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return false }
            return switch self {
            case .version, .taken: false
            case .box: (1...60).contains(text.count)
            case .gate: GateName(text) != nil
            case .timezone: Self.isTimezone(text)
            case .pin: StaffPIN.length.contains(text.count)
            case .wifiNetwork: (1...32).contains(text.utf8.count)
            case .wifiPassword: (8...63).contains(text.utf8.count) && text.utf8.allSatisfy { $0 < 0x7F }
            case .hubJoin: HubInvitation(text) != nil
            case .hubAuthority: AuthorityCertificate(text) != nil
            }
        }

        /// Returns whether a text has the form of a name of the time zone database, in which no part begins with a dot.
        private static func isTimezone(_ text: String) -> Bool {
            text.wholeMatch(of: #/[A-Za-z][A-Za-z0-9+_\-]*(?:/[A-Za-z][A-Za-z0-9+_\-]*){0,2}/#) != nil
        }
    }
}
