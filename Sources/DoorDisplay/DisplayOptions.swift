// The organiser's settings for the pages.

public import HTTPSupport

/// Settings of the display.
public struct DisplayOptions: Sendable {
    /// The address at which the pages are served.
    public var address: ListeningAddress
    /// Whether guests see the ticket holder's name.
    public var showsNames: Bool
    /// Whether the guest page plays a sound with each verdict.
    public var playsSound: Bool
    /// The language of the pages for guests and staff.
    public var language: PageLanguage

    /// - Parameters:
    ///   - address: The address at which the pages are served.
    ///   - showsNames: Whether guests see the ticket holder's name.
    ///   - playsSound: Whether the guest page plays a sound with each verdict.
    ///   - language: The language of the pages for guests and staff.
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
