// When alerts begin and end.

/// Lets an alert begin when something has been wrong for a while, and end when it has been well for a while.
struct AlertJudge {
    /// A thing that an alert can be about.
    struct Key: Hashable {
        let kind: AlertKind
        let thing: String
    }

    /// What becomes of an alert.
    enum Change: Hashable {
        case begin(String)
        case goOn(String)
        case end(String)
    }

    /// Since when each thing has been another than its alert says.
    private var turned: [Key: ContinuousClock.Instant] = [:]

    /// Judges a reading.
    ///
    /// - Parameters:
    ///   - reading: What is known of a thing.
    ///   - isOpen: Whether there is an alert about it that has not ended.
    ///   - moment: When it was read.
    /// - Returns: What becomes of its alert; `nil` for nothing.
    mutating func judge(_ reading: AlertReading, isOpen: Bool, at moment: ContinuousClock.Instant) -> Change? {
        let key = Key(kind: reading.kind, thing: reading.thing)
        switch (reading.state, isOpen) {
        case (.wrong(let sentence), false):
            return hasLasted(reading.kind.beginDelay, key, at: moment) ? .begin(sentence) : nil
        case (.well(let sentence), true):
            return hasLasted(reading.kind.endDelay, key, at: moment) ? .end(sentence) : nil
        case (.wrong(let sentence), true):
            turned[key] = nil
            return .goOn(sentence)
        case (.well, false), (.unclear, _):
            turned[key] = nil
            return nil
        }
    }

    /// Forgets things of a kind that are not there any more.
    mutating func keep(_ things: Set<String>, of kind: AlertKind) {
        turned = turned.filter { $0.key.kind != kind || things.contains($0.key.thing) }
    }

    private mutating func hasLasted(_ delay: Duration, _ key: Key, at moment: ContinuousClock.Instant) -> Bool {
        let since = turned[key] ?? moment
        turned[key] = since
        guard moment - since >= delay else { return false }
        turned[key] = nil
        return true
    }
}
