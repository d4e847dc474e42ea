// Resources shared with DoorCheck's other pages.

/// The style sheet, icon and browser headers that give the hub's pages the appearance of the door's.
package enum SharedStyle {
    /// A style sheet with colours, type and the marks of verdicts.
    package static var style: [UInt8] { PackageResources.style_css }
    /// An SVG icon for the browser's tab.
    package static var icon: [UInt8] { PackageResources.icon_svg }
    /// Headers that restrict a page to its own files.
    package static var securityHeaders: [(name: String, value: String)] { SecurityHeaders.headers }
}
