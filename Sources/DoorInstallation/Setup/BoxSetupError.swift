// What is wrong with the settings for a box, and where.

package import DoorConfiguration

/// Settings that a box does not take; it takes all of them or none.
package struct BoxSetupError: Error, CustomStringConvertible {
    /// A fault and its place.
    package struct Fault: Hashable, Sendable, CustomStringConvertible {
        /// `nil` for a setting that is missing.
        package let place: SettingsText.Place?
        /// A sentence, without the value, which may be a secret.
        package let problem: String
        /// The setting's name, such as `wifi.password`; `nil` for what is about several.
        package var setting: String?

        package var description: String {
            place.map { "Line \($0.line), column \($0.column): \(problem)" } ?? problem
        }
    }

    /// In the order of the text.
    package let faults: [Fault]

    package var description: String { faults.map(\.description).joined(separator: "\n") }

    init(_ faults: [Fault]) {
        let order = faults.sorted { one, other in
            (one.place?.line ?? 0, one.place?.column ?? 0) < (other.place?.line ?? 0, other.place?.column ?? 0)
        }
        self.faults = order
    }

    /// - Parameter problem: What is wrong with the whole.
    init(_ problem: String) {
        self.init([Fault(place: nil, problem: problem)])
    }

    /// A file that is not UTF-8.
    package static var notText: BoxSetupError {
        BoxSetupError("The file is not UTF-8; save it as UTF-8 in the editor.")
    }
}
