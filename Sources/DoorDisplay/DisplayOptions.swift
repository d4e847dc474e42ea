// What the organiser chose for the pages.

/// Settings of the display.
public struct DisplayOptions: Sendable {
    /// Where the pages are served.
    public var address: ListeningAddress
    /// Whether guests see whose ticket it is.
    public var showsNames: Bool
    /// Whether the guest page plays a sound with each verdict.
    public var playsSound: Bool
    /// The language of the guest page.
    public var language: PageLanguage

    /// - Parameters:
    ///   - address: Where the pages are served.
    ///   - showsNames: Whether guests see whose ticket it is.
    ///   - playsSound: Whether the guest page plays a sound with each verdict.
    ///   - language: The language of the guest page.
    public init(
        address: ListeningAddress = .standard,
        showsNames: Bool = false,
        playsSound: Bool = false,
        language: PageLanguage
    ) {
        self.address = address
        self.showsNames = showsNames
        self.playsSound = playsSound
        self.language = language
    }
}
