// The sources of sightings.

package import Scanner

/// A source of codes for a door: a source of frames, or a keyboard-wedge scanner that types codes.
package enum CodeSource: Sendable {
    /// A camera, or a folder of pictures as a substitute.
    case frames(any FrameSource)
    /// A barcode scanner, read as a device.
    case scanner(BarcodeScanner)
    /// Lines on standard input.
    case lines(StandardInput)
}
