// What other pages of doorcheck share with the door's.

/// Colours, type and rules for browsers, so that the hub's pages are of one family with the door's.
package enum SharedStyle {
    /// A style sheet: colours, type, marks of verdicts.
    package static var style: [UInt8] { PackageResources.style_css }
    /// An SVG picture for the browser's tab.
    package static var icon: [UInt8] { PackageResources.icon_svg }
    /// Headers that keep a page to its own files.
    package static var securityHeaders: [(name: String, value: String)] { SecurityHeaders.headers }
}
