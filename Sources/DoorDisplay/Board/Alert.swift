// What keeps a door from working as it should.

/// A trouble that fills the page until it is over; the first that holds is the one shown.
public enum Alert: String, CaseIterable, Comparable, Encodable, Sendable {
    /// The ledger takes nothing: nobody may enter.
    case cannotRecord = "cannot-record"
    /// No pictures come.
    case noCamera = "no-camera"
    /// No barcode scanner is there, and nothing else reads codes.
    case noScanner = "no-scanner"
    /// The box does not know what time it is: tickets with hours are for staff to judge.
    case clockNotTrusted = "clock-not-trusted"

    public static func < (left: Alert, right: Alert) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
