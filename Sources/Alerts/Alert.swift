// Something that is or was wrong.

/// An alert from its beginning to its end.
package struct Alert: Codable, Hashable, Sendable {
    /// What identifies the thing that an alert of this kind is about, such as a box's identifier.
    package let thing: String
    /// The kind.
    package let kind: AlertKind
    /// What people call that thing.
    package let subject: String
    /// One sentence that says what is wrong, with the latest numbers.
    package private(set) var beginning: String
    /// When it began, in milliseconds since 1970-01-01 00:00:00 UTC.
    package let started: Int64
    /// One sentence that says why it is over; `nil` while it is not.
    package private(set) var ending: String?
    /// When it was over; `nil` while it is not.
    package private(set) var ended: Int64?

    /// - Parameters:
    ///   - reading: What is wrong.
    ///   - sentence: One sentence that says so.
    ///   - started: When it began, in milliseconds since 1970-01-01 00:00:00 UTC.
    package init(_ reading: AlertReading, _ sentence: String, started: Int64) {
        (kind, thing, subject) = (reading.kind, reading.thing, reading.subject)
        (beginning, self.started) = (sentence, started)
    }

    /// Notes what is wrong by now.
    mutating func restate(_ sentence: String) { beginning = sentence }

    /// Notes that it is over.
    mutating func end(_ sentence: String, at moment: Int64) { (ending, ended) = (sentence, moment) }

    /// The last sentence about it.
    package var summary: String { ending ?? beginning }
}

/// What is known of a thing at some moment.
package struct AlertReading: Hashable, Sendable {
    /// Whether something is wrong.
    package enum State: Hashable, Sendable {
        /// Something is wrong, in one sentence.
        case wrong(String)
        /// All is well, in one sentence.
        case well(String)
        /// It cannot be known now; an alert neither begins nor ends.
        case unclear
    }

    /// The kind of alert that it is for.
    package let kind: AlertKind
    /// What identifies the thing.
    package let thing: String
    /// What people call it.
    package let subject: String
    /// Whether something is wrong.
    package let state: State

    /// - Parameters:
    ///   - kind: The kind of alert that it is for.
    ///   - thing: What identifies the thing.
    ///   - subject: What people call it; see ``PlainText``.
    ///   - state: Whether something is wrong.
    package init(_ kind: AlertKind, of thing: String, named subject: String, _ state: State) {
        (self.kind, self.thing, self.subject, self.state) = (kind, thing, subject, state)
    }
}

/// Names that people gave, for sentences.
package enum PlainText {
    /// A name longer than this, in characters, is cut.
    private static let longest = 80

    /// Returns a name without what could begin a line or reorder the text around it.
    package static func name(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            // Names in Persian, Hindi and other languages need the joiners, which do not affect other text.
            case .format where scalar.value == 0x200C || scalar.value == 0x200D: plain.append(scalar)
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: plain.append(" ")
            default: plain.append(scalar)
            }
        }
        let name = String(plain)
        return name.count <= longest ? name : name.prefix(longest) + "…"
    }
}
