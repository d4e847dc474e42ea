// Where sightings come from.

import Scanner

/// What a door watches: things that give frames, and a keyboard-wedge scanner that types codes.
enum CodeSource: Sendable {
    /// A camera, or a folder of pictures in its place.
    case frames(any FrameSource)
    /// A barcode scanner that is read as a device.
    case scanner(BarcodeScanner)
    /// Lines on standard input.
    case lines(StandardInput)
}
