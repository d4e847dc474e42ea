// The search for displaced alignment patterns.

extension ContrastView {
    /// Returns the agreement of the picture with an alignment pattern.
    ///
    /// The middle and the light ring count more than the dark ring, which may run into dark neighbours.
    ///
    /// - Parameters:
    ///   - place: The place of the pattern's centre, in modules.
    ///   - map: The map from modules to the frame.
    /// - Returns: The agreement, -48 to 48.
    func alignmentAgreement(at place: Vector, under map: Homography) -> Float {
        var sum = SIMD8<Float>.zero
        // Perspective is negligible over five modules.
        let middle = map(place)
        let (across, down) = (map(place + Vector(1, 0)) - middle, map(place + Vector(0, 1)) - middle)
        for part in Self.alignmentPattern {
            sum +=
                part.sign
                * contrasts(
                    x: middle.x + across.x * part.x + down.x * part.y, y: middle.y + across.y * part.x + down.y * part.y
                )
        }
        // The last corner, which is the 25th place.
        return (sum.sum() - contrast(at: middle + across * 2 + down * 2) / 2) / 19
    }

    /// The first 24 modules of an alignment pattern, row by row, with their weights.
    private static let alignmentPattern = (0..<3).map { block in
        var part = MarkList.Block()
        for lane in 0..<8 {
            let (row, column) = ((8 * block + lane) / 5 - 2, (8 * block + lane) % 5 - 2)
            (part.x[lane], part.y[lane]) = (Float(column), Float(row))
            part.sign[lane] = [-3, 1, -0.5][max(abs(row), abs(column))]
        }
        return part
    }

    /// Searches for the alignment pattern around a place.
    ///
    /// - Parameters:
    ///   - place: The expected place, in modules.
    ///   - map: The map from modules to the frame.
    ///   - reach: The search distance in each direction, in modules.
    ///   - step: The step of the search, in modules.
    ///   - pull: The penalty in agreement per module of distance from the expected place.
    /// - Returns: The best offset and its agreement, less its penalty.
    func alignmentOffset(
        at place: Vector,
        under map: Homography,
        reach: Float,
        step: Float,
        pull: Float
    ) -> (offset: Vector, agreement: Float) {
        var best = (offset: Vector(), agreement: -Float.infinity)
        let count = Int(reach / step)
        for row in -count...count {
            for column in -count...count {
                let offset = Vector(Float(column), Float(row)) * step
                let agreement = alignmentAgreement(at: place + offset, under: map) - pull * offset.length
                if agreement > best.agreement { best = (offset, agreement) }
            }
        }
        return best
    }

    /// Finds the centre of an alignment pattern.
    ///
    /// A sharp pattern agrees equally well half a module off, so the mean of all good offsets is used.
    ///
    /// - Parameters:
    ///   - place: The place to within half a module, in modules.
    ///   - map: The map from modules to the frame.
    /// - Returns: The offset and the best agreement.
    func alignmentCentre(at place: Vector, under map: Homography) -> (offset: Vector, agreement: Float) {
        var agreements = InlineArray<49, Float>(repeating: 0)
        var best = -Float.infinity
        for index in 0..<49 {
            agreements[index] = alignmentAgreement(at: place + Self.offset(index), under: map)
            best = max(best, agreements[index])
        }
        var (sum, weight) = (Vector(), Float(0))
        let least = 0.85 * best
        for index in 0..<49 where agreements[index] > least {
            sum += Self.offset(index) * (agreements[index] - least)
            weight += agreements[index] - least
        }
        return (weight > 0 ? sum / weight : Vector(), best)
    }

    /// Returns one of 7 × 7 offsets, a quarter of a module apart.
    private static func offset(_ index: Int) -> Vector {
        Vector(Float(index % 7 - 3), Float(index / 7 - 3)) / 4
    }
}
