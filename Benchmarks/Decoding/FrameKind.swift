// What a camera at a door sees, most of the time nothing.

import DoorPictures
import Scanner
import TicketPrinting

/// A kind of frame of a camera.
enum FrameKind: String, CaseIterable {
    /// A ticket held near.
    case near = "code, near"
    /// A ticket far away: modules of 2 pixels in 720p, 3 in 1080p.
    case far = "code, far"
    /// A wall.
    case empty = "empty scene"
    /// Boxes and stripes.
    case clutter
    /// The statistics of a photograph.
    case photo
    /// Small print.
    case page = "page of text"
    /// Cloth.
    case woven = "woven texture"

    /// Whether there is a code to read.
    var hasCode: Bool { self == .near || self == .far }

    /// Draws a frame.
    ///
    /// - Parameters:
    ///   - height: 720 or 1080; the picture is 16 : 9.
    ///   - seed: The same gives the same frame.
    /// - Returns: A frame as a camera gives it, not compressed.
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
