// The settings of a box as TOML: the file `box.toml`.

import DoorConfiguration
import HubClient

extension BoxSetup {
    /// The maximum length of a text, in bytes.
    package static let limit = 4096

    /// Reads settings strictly: every key is known and has a valid value.
    ///
    /// - Parameter text: TOML.
    /// - Throws: ``BoxSetupError`` with all faults.
    package init(text: String) throws(BoxSetupError) {
        guard text.utf8.count <= Self.limit else {
            throw BoxSetupError("The file has more than \(Self.limit) bytes, so it is not one with settings for a box.")
        }
        let settings: SettingsText
        do throws(SettingsText.Faults) {
            settings = try SettingsText(text)
        } catch {
            throw BoxSetupError(error.all.map { .init(place: $0.place, problem: "syntax error: \($0.problem).") })
        }
        var values = Values()
        var faults = settings.entries.compactMap { values.take($0) }
        faults += values.missing(besides: faults)
        guard faults.isEmpty, let box = values.texts[.box] else { throw BoxSetupError(faults) }
        self.init(box: box)
        (gate, timezone, pin) = (values.texts[.gate], values.texts[.timezone], values.texts[.pin])
        network = values.texts[.wifiNetwork].map { Network(name: $0, password: values.texts[.wifiPassword]) }
        invitation = values.texts[.hubJoin].flatMap { HubInvitation($0) }
        authority = values.texts[.hubAuthority].flatMap { AuthorityCertificate($0) }
        isTaken = values.isTaken
    }

    /// The values while a text is read.
    private struct Values {
        var texts: [Key: String] = [:]
        var isTaken = false
        private var hasVersion = false

        /// Returns the fault of a setting that is not taken.
        mutating func take(_ entry: SettingsText.Entry) -> BoxSetupError.Fault? {
            guard let key = Key(rawValue: entry.name) else {
                let known = Key.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                return .init(place: entry.place, problem: "unknown setting `\(entry.name)`; there are \(known).")
            }
            switch (key, entry.value) {
            case (.version, .integer(1)): hasVersion = true
            case (.taken, .boolean(let value)): isTaken = value
            case (_, .text(let text)) where key.allows(text): texts[key] = text
            default:
                let problem = "`\(key.rawValue)` expects \(key.expectation)."
                return .init(place: entry.place, problem: problem, setting: key.rawValue)
            }
            return nil
        }

        func missing(besides faults: [BoxSetupError.Fault]) -> [BoxSetupError.Fault] {
            func isFaulty(_ key: Key) -> Bool { faults.contains { $0.problem.hasPrefix("`\(key.rawValue)`") } }
            var missing: [BoxSetupError.Fault] = []
            func need(_ key: Key, _ sentence: String) {
                guard !isFaulty(key) else { return }
                missing.append(.init(place: nil, problem: sentence, setting: key.rawValue))
            }
            if !hasVersion { need(.version, "The line `version = 1` is missing.") }
            if texts[.box] == nil { need(.box, "The line `box = \"…\"` with the name of the box is missing.") }
            if texts[.wifiPassword] != nil, texts[.wifiNetwork] == nil {
                need(.wifiNetwork, "There is a `password` below [wifi], but no `network`.")
            }
            if texts[.hubAuthority] != nil, texts[.hubJoin] == nil {
                need(.hubJoin, "There is an `authority` below [hub], but no `join`.")
            }
            return missing
        }
    }

    /// The settings as TOML, without comments.
    package var text: String {
        func line(_ name: String, _ value: String?) -> String {
            value.map { "\(name) = \(ConfigurationValue.text($0))\n" } ?? ""
        }
        var text = "version = 1\n" + (isTaken ? "taken = true\n" : "")
        text += line("box", box) + line("gate", gate) + line("timezone", timezone) + line("pin", pin)
        if let network {
            text += "\n[wifi]\n" + line("network", network.name) + line("password", network.password)
        }
        if let invitation {
            text += "\n[hub]\n" + line("join", invitation.description) + line("authority", authority?.description)
        }
        return text
    }
}
