// The guest page's texts other than verdicts.

/// A text of the guest page, which identifies it by its raw value.
public enum PageLabel: String, CaseIterable, Sendable {
    case ready, holdUp, aim, closed
    case noCamera, noCameraHelp, noScanner, cannotRecord, cannotRecordHelp, clockNotTrusted, clockNotTrustedHelp
    case notSetUp, notSetUpHelp, office, officeOpen, officeHelp, officeCode, officeCertificate, officeNoNetwork
    case disconnected, disconnectedHelp
    case inside, expected, perMinute, refused
}
