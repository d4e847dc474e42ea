// The frames of a camera at a door, most of which have no code.

import DoorPictures
import QRReader
import TicketPrinting

/// A kind of camera frame.
enum FrameKind: String, CaseIterable {
    /// A ticket held close.
    case near = "code, near"
    /// A distant ticket: modules of 2 pixels in 720p, 3 in 1080p.
    case far = "code, far"
    /// A wall.
    case empty = "empty scene"
    /// Boxes and stripes.
    case clutter
    /// An image with the statistics of a photograph.
    case photo
    /// Small print.
    case page = "page of text"
    /// Cloth.
    case woven = "woven texture"

    /// Whether the frame has a code to read.
    var hasCode: Bool { self == .near || self == .far }

    /// Draws a frame.
    ///
    /// - Parameters:
    ///   - height: 720 or 1080; the picture is 16 : 9.
    ///   - seed: The same seed gives the same frame.
    /// - Returns: An uncompressed camera frame.
    /// - Throws: `DoorPictureError`.
    func frame(height: Int, seed: UInt64) throws -> Frame {
        var chance = SplitMix64(seed: seed)
        var scene = DoorScene(.paper, using: &chance)
        (scene.width, scene.height) = (height * 16 / 9, height)
        scene.modulePixels = Double(height) / (self == .near ? 120 : 360)
        scene.jpegQuality = nil
        scene.backdrop =
            switch self {
            case .near, .far, .empty: .plain
            case .clutter: .clutter
            case .photo: .leaves
            case .page: .page
            case .woven: .woven
            }
        guard hasCode else { return Frame(try photographBackdrop(scene, using: &chance)) }
        let symbol = try DoorFrame.symbol(DoorFrame.code(using: &chance), on: scene.carrier)
        return Frame(try photograph(symbol, scene: scene, using: &chance))
    }
}
