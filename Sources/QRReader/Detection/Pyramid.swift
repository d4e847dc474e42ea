// All sizes of a frame, created on demand.

/// The frame, its halves, quarters and so on, and sharpened copies of them; their storage is reused between frames.
struct Pyramid {
    /// The copies of each level.
    enum Finish {
        case plain
        case sharpened
    }

    private var plain: [PictureLevel] = []
    private var sharpened: [PictureLevel] = []
    /// The number of levels in `plain` that hold this frame.
    private var count = 0
    private var isSharpened: [Bool] = []
    /// For each level that holds this frame, whether its dark tones are still to be lifted.
    private var isToBeLifted: [Bool] = []
    private var measurement = ThresholdMeasurement()
    private var sharpening = Sharpening()

    /// The minimum width and height of a level, in pixels.
    private static let smallestSide = 20
    /// The maximum number of levels: even 1/16 of 65,500 pixels is as large as a camera's frame.
    private static let maximumLevels = 7

    /// Opens a new frame, whose pixels are shared until ``close()``.
    mutating func open(_ frame: Frame) {
        if plain.isEmpty { addLevel() }
        plain[0].plane.share(frame)
        plain[0].renew()
        isToBeLifted[0] = false
        count = 1
        forgetCopies()
    }

    /// Lifts the dark tones of the frame from now on, in each level that is asked for.
    mutating func lift() {
        for index in 0..<count {
            plain[index].renew()
            isToBeLifted[index] = true
        }
        forgetCopies()
    }

    private mutating func forgetCopies() {
        for index in isSharpened.indices { isSharpened[index] = false }
    }

    /// Releases the frame.
    mutating func close() {
        plain[0].plane.release()
        count = 0
    }

    private mutating func addLevel() {
        plain.append(PictureLevel())
        sharpened.append(PictureLevel())
        isSharpened.append(false)
        isToBeLifted.append(false)
    }

    /// Returns the number of the level where a module of the given size is at most 4.5 pixels wide: large enough to
    /// see the module, and small enough for the threshold's blocks to span several.
    static func number(forModule size: Float) -> Int {
        var (number, size) = (0, size)
        while size > 4.5, number < 4 {
            size /= 2
            number += 1
        }
        return number
    }

    /// Returns the number of the last possible level of a frame.
    static func lastNumber(of frame: Frame) -> Int {
        var number = 0
        while number < maximumLevels - 1, min(frame.width, frame.height) >> (number + 1) >= smallestSide { number += 1 }
        return number
    }

    /// Returns a level with its thresholds: only where the next smaller level has shown detail, if that was scanned
    /// completely, since whatever can be found lies there.
    ///
    /// - Parameters:
    ///   - number: The number of the level: 0 is the frame, and each further level is half the size; clamped to
    ///     ``lastNumber(of:)``.
    ///   - finish: The copy of the level.
    ///   - work: The remaining budget; the cost is deducted even if it exceeds it.
    /// - Returns: A copy that shares its pixels: release it before the next frame.
    mutating func level(_ number: Int, _ finish: Finish, work: inout WorkBudget) -> PictureLevel {
        let number = build(upTo: number, work: &work)
        switch finish {
        case .plain:
            if !plain[number].isMeasured, number + 1 < count, plain[number + 1].detail.isComplete {
                let (width, height) = (plain[number].width, plain[number].height)
                plain[number].area.take(plain[number + 1].detail, factor: 2, width: width, height: height)
            }
            work.spend(plain[number].measure(&measurement))
            return plain[number]
        case .sharpened:
            sharpen(number, work: &work)
            work.spend(sharpened[number].measure(&measurement))
            return sharpened[number]
        }
    }

    /// Returns a level's plain pixels.
    mutating func plane(_ number: Int, work: inout WorkBudget) -> LumaPlane {
        plain[build(upTo: number, work: &work)].plane
    }

    /// Halves the frame as often as needed, and returns the number of the level that was reached.
    private mutating func build(upTo number: Int, work: inout WorkBudget) -> Int {
        let reached = halve(upTo: number, work: &work)
        if isToBeLifted[reached] {
            isToBeLifted[reached] = false
            plain[reached].plane.lift()
            work.spend(WorkBudget.pixels(plain[reached].width * plain[reached].height))
        }
        return reached
    }

    private mutating func halve(upTo number: Int, work: inout WorkBudget) -> Int {
        while count <= number {
            let last = plain[count - 1].plane
            guard min(last.width, last.height) >= 2 * Self.smallestSide else { return count - 1 }
            if count == plain.count { addLevel() }
            plain[count].plane.halve(last)
            plain[count].renew()
            isToBeLifted[count] = isToBeLifted[count - 1]
            work.spend(WorkBudget.pixels(last.width * last.height))
            count += 1
        }
        return number
    }

    /// Stores the detail that a scan of a plain level has seen; the scan receives another map's storage in exchange.
    mutating func keep(_ detail: inout DetailMap, ofLevel number: Int) {
        guard number < count else { return }
        swap(&plain[number].detail, &detail)
    }

    private mutating func sharpen(_ number: Int, work: inout WorkBudget) {
        guard !isSharpened[number] else { return }
        isSharpened[number] = true
        let (width, height) = (plain[number].width & ~1, plain[number].height)
        if number + 1 < count, plain[number + 1].detail.isComplete {
            sharpened[number].area.take(plain[number + 1].detail, factor: 2, width: width, height: height)
        } else if plain[number].detail.isComplete {
            sharpened[number].area.take(plain[number].detail, factor: 1, width: width, height: height)
        } else {
            let rows = darkRows(ofLevel: number, work: &work)
            sharpened[number].area.take(rows: rows, width: width, height: height)
        }
        sharpened[number].sharpen(plain[number].plane, &sharpening)
        work.spend(WorkBudget.pixels(2 * 64 * sharpened[number].area.blocks))
    }

    /// Returns the rows of a level that may hold a symbol, according to the next smaller level, which averages out
    /// noise.
    private mutating func darkRows(ofLevel number: Int, work: inout WorkBudget) -> Range<Int> {
        let coarse = build(upTo: number + 1, work: &work)
        work.spend(plain[coarse].measure(&measurement))
        let (rows, factor) = (plain[coarse].darkRows, coarse > number ? 2 : 1)
        let height = plain[number].height
        // An odd last row has no counterpart at half the size.
        let end = rows.upperBound == plain[coarse].height ? height : factor * rows.upperBound
        return min(factor * rows.lowerBound, height)..<min(end, height)
    }
}
