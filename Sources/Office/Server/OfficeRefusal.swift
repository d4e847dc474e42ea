// Why a request of the office's pages was not done.

/// A sentence for the person at the page; nothing was done.
struct OfficeRefusal: Error, Hashable {
    /// Why, for the status of the response.
    let cause: Cause
    /// One sentence: what is wrong, what is expected, what to do.
    let sentence: String
    /// The form's field that is wrong; `nil` for none.
    let field: String?
    /// What the page does about it, apart from showing the sentence; `nil` for nothing.
    let kind: Kind?

    /// The uploaded list that the page can ask about again; `nil` for none.
    var list: String?

    /// Why a request was not done.
    enum Cause {
        /// What was sent is wrong.
        case invalid
        /// What is asked for does not exist.
        case missing
        /// It does not go with what is there.
        case conflict
        /// Something else prevents it, perhaps for a while.
        case unavailable
        case tooLarge
        case noSession
        /// The session's role does not permit it.
        case notPermitted
        case tooManyTries
    }

    /// The kinds that the pages distinguish.
    enum Kind: String, Encodable {
        /// What the person saw has changed since; the page shows it as it is now.
        case changedMeanwhile
        /// The page belongs to another person than the session.
        case otherPerson
    }

    init(
        _ sentence: String, field: String? = nil, because cause: Cause = .invalid,
        kind: Kind? = nil
    ) {
        (self.sentence, self.field, self.cause, self.kind) = (sentence, field, cause, kind)
    }

    /// This office has a door already.
    static let openAlready = OfficeRefusal("The door is open already; close it first.", because: .conflict)

    /// Something that the page names does not exist (any more).
    static func missing(_ what: String) -> OfficeRefusal {
        OfficeRefusal("There is no such \(what) here; go back and open the page again.", because: .missing)
    }
}

/// The body of a response to a request that was not done.
struct RefusalBody: Encodable {
    let said: String
    var field: String?
    var type: OfficeRefusal.Kind?
    /// The uploaded list that the page can ask about again.
    var token: String?

    init(_ refusal: OfficeRefusal) {
        (said, field, type, token) = (refusal.sentence, refusal.field, refusal.kind, refusal.list)
    }

    init(said: String) {
        self.said = said
    }
}
