// Health checks, and their results.

import DoorOutput
import DoorTexts

/// Checks one thing that the door needs, and changes nothing.
protocol HealthCheck {
    /// - Returns: The results; empty if the box does not have the thing to check.
    func findings() async -> [HealthCheckResult]
}

/// One line of `doorcheck doctor`.
package struct HealthCheckResult: OutputRecord {
    package static let columns = ["level", "subject", "finding", "advice"]

    /// The severity of a result.
    package enum Level: String, Encodable, Comparable {
        case ok
        case warning = "warn"
        case failure = "fail"

        private var weight: Int {
            switch self {
            case .ok: 0
            case .warning: 1
            case .failure: 2
            }
        }

        package static func < (left: Level, right: Level) -> Bool { left.weight < right.weight }
    }

    /// What somebody can do about a result in the office, without a command.
    package enum Remedy: String, Sendable {
        /// Change the event's rules or times.
        case event
        /// Import a guest list.
        case list
        /// Print the tickets.
        case print
        /// Save a copy of the master key.
        case keyCopy = "key-copy"
        /// Tune the camera.
        case tuning
    }

    package let schema = 1
    package let level: Level
    /// The thing that was checked, in one word.
    package let subject: String
    /// The finding.
    package let finding: String
    /// What to do; absent if there is no problem.
    package let advice: String?
    /// What to do about it in the office; absent if nothing there helps. No part of the output.
    package private(set) var remedy: Remedy?

    private enum CodingKeys: CodingKey {
        case schema, level, subject, finding, advice
    }

    private init(_ level: Level, _ subject: String, _ finding: String, _ advice: String?) {
        (self.level, self.subject, self.finding, self.advice) = (level, subject, finding, advice)
    }

    static func ok(_ subject: String, _ finding: String) -> HealthCheckResult {
        HealthCheckResult(.ok, subject, finding, nil)
    }

    static func warning(_ subject: String, _ finding: String, do advice: String) -> HealthCheckResult {
        HealthCheckResult(.warning, subject, finding, advice)
    }

    static func failure(_ subject: String, _ finding: String, do advice: String) -> HealthCheckResult {
        HealthCheckResult(.failure, subject, finding, advice)
    }

    /// Returns the result with what to do about it in the office.
    func inOffice(_ remedy: Remedy?) -> HealthCheckResult {
        var result = self
        result.remedy = remedy
        return result
    }

    /// Returns a failure for an error; our errors contain both the finding and the advice in one sentence.
    static func failure(_ subject: String, _ error: any Error) -> HealthCheckResult {
        HealthCheckResult(.failure, subject, "\(error)", nil)
    }

    /// At most two lines, for people.
    package var text: String {
        let head = level.rawValue.padded(to: 6) + subject.padded(to: 11)
        let tail = advice.map { "\n" + String(repeating: " ", count: 17) + "→ " + $0.printable } ?? ""
        return head + finding.printable + tail + "\n"
    }
}
