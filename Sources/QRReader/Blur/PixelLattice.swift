// A share of a picture's pixels.

/// Every second, third or later pixel, such that those taken lie evenly in rows and columns; the value is how many
/// pixels there are for each one taken.
enum PixelLattice: Int, CaseIterable {
    case all = 1
    case half = 2
    case third = 3
    case fifth = 5
    case tenth = 10

    @inline(__always)
    func contains(x: Int, y: Int) -> Bool {
        switch self {
        case .all: true
        case .half: (x &+ y) & 1 == 0
        case .third: (x &+ y) % 3 == 0
        case .fifth: (x &+ 2 &* y) % 5 == 0
        case .tenth: (x &+ 3 &* y) % 10 == 0
        }
    }
}
