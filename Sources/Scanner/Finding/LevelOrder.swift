// In which order the sizes of a frame are searched.

/// The numbers of a pyramid's levels, the one that reads most for its cost first.
struct LevelOrder {
    private(set) var plain: [Int] = []
    private(set) var sharpened: [Int] = []

    /// - Parameter frame: Starts at the level whose longer side is at most 1,100 pixels, for a camera's frame one
    ///   below; finer levels follow, then the coarser ones, where a symbol larger than the frame's blur is clean.
    init(_ frame: Frame) {
        let last = Pyramid.lastNumber(of: frame)
        let longer = max(frame.width, frame.height)
        var first = 0
        while first < 3, longer >> first > 1100 { first += 1 }
        let startsCoarse = first == 0 && longer >= 600
        plain = startsCoarse ? [1, 0] : Array((0...first).reversed()) + [first + 1]
        plain.append(first + 2)
        plain = plain.filter { $0 <= first || min(frame.width, frame.height) >> $0 >= 60 || (startsCoarse && $0 == 1) }
        plain = plain.filter { $0 <= last }
        sharpened = [max(0, first - 1), max(0, first - 1) + 1].filter { $0 <= last }
    }
}
