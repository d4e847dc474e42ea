// Every key of the configuration: its name, kind, default and meaning.

/// A key as it stands in `doorcheck.toml`, a dot between table and key.
enum ConfigurationKey: String, CaseIterable {
    case ledger
    case keys
    case box
    case event
    case gate
    case cameraDevice = "camera.device"
    case cameraWidth = "camera.width"
    case cameraHeight = "camera.height"
    case cameraRate = "camera.rate"
    case picturesMegabytes = "pictures.megabytes"
    case picturesMegapixels = "pictures.megapixels"

    /// What a key may hold.
    enum Kind: Equatable {
        /// Any text that is not empty.
        case name
        /// A file or folder; relative to the configuration's folder.
        case path
        /// The short name of an event, or nothing.
        case event
        case gate
        case integer(ClosedRange<Int>)
    }

    var kind: Kind {
        switch self {
        case .ledger, .keys, .cameraDevice: .path
        case .box: .name
        case .event: .event
        case .gate: .gate
        case .cameraWidth: .integer(160...7680)
        case .cameraHeight: .integer(120...4320)
        case .cameraRate: .integer(1...240)
        case .picturesMegabytes: .integer(1...1024)
        case .picturesMegapixels: .integer(1...1000)
        }
    }

    var defaultValue: ConfigurationValue {
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
        case .picturesMegabytes: .integer(64)
        case .picturesMegapixels: .integer(100)
        }
    }

    /// One sentence for the example file and the manual.
    var meaning: String {
        switch self {
        case .ledger: "The ledger file: tickets, and every scan."
        case .keys: "The folder with the key files."
        case .box: "What people call this box; used when a ledger is made."
        case .event: "The short name of the event at this door; empty for the only one in the ledger."
        case .gate: "The name of this door: 1 to 32 letters, digits or hyphens."
        case .cameraDevice: "The camera; `doorcheck camera list` shows what is there."
        case .cameraWidth: "Width of the camera's picture, in pixels."
        case .cameraHeight: "Height of the camera's picture, in pixels."
        case .cameraRate: "Pictures per second."
        case .picturesMegabytes: "Picture files above this many megabytes are not read."
        case .picturesMegapixels: "Pictures above this many million pixels are not read."
        }
    }

    /// What the environment's variables for doorcheck begin with.
    static let environmentPrefix = "DOORCHECK_"

    /// The prefix and the key in upper case, dots as underscores.
    var environmentName: String {
        Self.environmentPrefix + rawValue.uppercased().replacing(".", with: "_")
    }
}
