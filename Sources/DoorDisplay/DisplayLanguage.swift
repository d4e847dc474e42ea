// The languages of the guest page.

/// A language that the guest page speaks, by its BCP 47 tag.
public enum DisplayLanguage: String, CaseIterable, Sendable {
    case en, de, fr, es, it, pt, ar

    /// How its lines run, as HTML's `dir` has it.
    public var direction: String { self == .ar ? "rtl" : "ltr" }
}
