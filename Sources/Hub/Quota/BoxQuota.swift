// How much one box may store and claim.

/// What a box may do at the hub within a day; a relay, such as the organiser's own ledger, may do as much as it wants.
///
/// The limits keep a stolen box from filling the hub's disk or claiming every ticket. They are far above real use: a
/// gate that scans a code each second, day and night, stores 86,400 records of about 450 bytes, and its scans follow
/// their claims within seconds.
struct BoxQuota: Hashable, Sendable {
    /// Records that the hub stores for a box within a day.
    var records: Int64 = 100_000
    /// How many of them one record of a box that has not joined counts as. Every box keeps a row for each other one, so
    /// a stolen box must not invent many; whoever brings home what a lost hub had can still bring a thousand.
    var recordsPerUnknownBox: Int64 = 100
    /// Their total length, in bytes.
    var bytes: Int64 = 128 << 20
    /// Claims of the last day for which the hub has no scan.
    var unusedClaims: Int64 = 500
    /// Requests about claims that a box may send every second, after a burst of ten times as many.
    static let claimsPerSecond: Int64 = 10

    static let standard = BoxQuota()

    /// How long records and claims count, in milliseconds.
    static let day: Int64 = 86_400_000

    func most(of limit: QuotaLimit) -> Int64 {
        switch limit {
        case .records: records
        case .bytes: bytes
        case .unusedClaims: unusedClaims
        case .claimsPerSecond: Self.claimsPerSecond
        }
    }
}

/// One of the limits of what one box may store and claim.
public enum QuotaLimit: String, CaseIterable, Hashable, Sendable {
    /// Records stored within a day.
    case records
    /// Bytes stored within a day.
    case bytes
    /// Claims without a scan within a day.
    case unusedClaims = "unused-claims"
    /// Requests about claims within a second.
    case claimsPerSecond = "claims-per-second"

    /// - Parameters:
    ///   - name: The box's name for people.
    ///   - most: The limit.
    /// - Returns: One sentence for the box and for the organiser: what is wrong, what was expected, and what to do.
    func sentence(about name: String, most: Int64) -> String {
        let cure = "`doorcheck hub allow '\(name)'` on the hub's machine lets it continue at once"
        return switch self {
        case .records:
            "The hub stores \(most) records a day from one box, and '\(name)' has sent that many; it keeps further "
                + "ones and sends them the next day, and \(cure)."
        case .bytes:
            "The hub stores \(most >> 20) MiB a day from one box, and '\(name)' has sent that much; it keeps further "
                + "records and sends them the next day, and \(cure)."
        case .unusedClaims:
            "The hub reserves \(most) tickets for one box until their scans arrive, and '\(name)' holds that many; it "
                + "decides alone until it has sent its scans, and \(cure)."
        case .claimsPerSecond:
            "The hub answers \(most) claims a second from one box, and '\(name)' sends more; it decides those alone, "
                + "so check what it scans, and revoke it if it was stolen."
        }
    }
}

/// A request that the hub refused because of a box's quota.
public struct QuotaRefusal: Hashable, Sendable {
    /// The limit that the box had reached.
    public let limit: QuotaLimit
    /// When, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let at: Int64
    /// What is wrong, and what to do; for the organiser.
    public let sentence: String
}
