// The faults that a door reports.

/// A fault that fills the page until it is over; the first active case is the one shown.
public enum Alert: String, CaseIterable, Comparable, Encodable, Sendable {
    /// The box has no settings yet: its detail says what is wrong with those that it was given.
    case notSetUp = "not-set-up"
    /// The ledger cannot be written: no one may enter.
    case cannotRecord = "cannot-record"
    /// No frames arrive from the camera.
    case noCamera = "no-camera"
    /// The barcode scanner is missing, and nothing else reads codes.
    case noScanner = "no-scanner"
    /// The box does not know the time: staff judge tickets with hours.
    case clockNotTrusted = "clock-not-trusted"

    public static func < (left: Alert, right: Alert) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
