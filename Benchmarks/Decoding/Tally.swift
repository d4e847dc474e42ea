// The result of one reader on many pictures.

/// Codes read, codes read incorrectly, and time.
struct Tally {
    private(set) var read = 0
    private(set) var falseReads = 0
    private var nanoseconds: [Int] = []

    /// Adds a picture.
    mutating func add(read: Int, falseReads: Int, nanoseconds: Int) {
        self.read += read
        self.falseReads += falseReads
        self.nanoseconds.append(nanoseconds)
    }

    /// Adds the pictures of another tally.
    mutating func add(_ other: Tally) {
        read += other.read
        falseReads += other.falseReads
        nanoseconds += other.nanoseconds
    }

    /// The mean time per picture, in milliseconds.
    var milliseconds: Double {
        Double(nanoseconds.reduce(0, +)) / Double(max(nanoseconds.count, 1)) / 1e6
    }

    /// Returns a percentile.
    ///
    /// - Parameter share: 0 to 1; 0.5 is the median.
    /// - Returns: The time within which this share of the pictures was decoded, in milliseconds.
    func milliseconds(of share: Double) -> Double {
        guard !nanoseconds.isEmpty else { return 0 }
        let place = min(Int((share * Double(nanoseconds.count)).rounded(.up)), nanoseconds.count) - 1
        return Double(nanoseconds.sorted()[max(place, 0)]) / 1e6
    }
}
