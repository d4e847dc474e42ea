// In which order the sizes of a frame are searched.

/// The numbers of a pyramid's levels, the one that reads most for its cost first.
struct LevelOrder {
    private(set) var plain: [Int] = []
    private(set) var sharpened: [Int] = []

    /// - Parameter frame: Starts at the level whose longer side is at most 1,100 pixels; the next costs a quarter of
    ///   that, and a blurred symbol is clean there; then come the finer ones.
    init(_ frame: Frame) {
        let last = Pyramid.lastNumber(of: frame)
        let longer = max(frame.width, frame.height)
        var first = 0
        while first < 3, longer >> first > 1100 { first += 1 }
        // A camera's frame of 640 × 480 as well has its symbols at half the size, mostly.
        if first == 0, longer >= 600 { first = 1 }
        let coarser = [first + 1, first + 2].filter { min(frame.width, frame.height) >> $0 >= 60 }
        plain = [first] + coarser.prefix(1) + (0..<first).reversed() + coarser.dropFirst()
        plain = plain.filter { $0 <= last }
        sharpened = [max(0, first - 1), max(0, first - 1) + 1].filter { $0 <= last }
    }
}
