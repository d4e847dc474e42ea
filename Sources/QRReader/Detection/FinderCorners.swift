// The exact outline of a finder pattern.

/// Finds the four outer corners of a finder pattern by casting rays onto its sides and fitting a line to each side.
struct FinderCorners {
    private var edges: [Vector] = []

    /// A line: the places whose product with the unit normal is `distance`.
    private struct Line {
        var normal: Vector
        var distance: Float

        func offset(of place: Vector) -> Float { normal.dot(place) - distance }

        func crossing(_ other: Line) -> Vector? {
            let determinant = normal.cross(other.normal)
            guard abs(determinant) > 1e-3 else { return nil }
            return Vector(
                distance * other.normal.y - other.distance * normal.y,
                normal.x * other.distance - other.normal.x * distance
            ) / determinant
        }
    }

    /// Finds the corners of a pattern.
    ///
    /// - Parameters:
    ///   - centre: The pattern's centre.
    ///   - across: The approximate vector from one module to the next along the symbol's rows.
    ///   - down: The approximate vector from one module to the next along the symbol's columns.
    ///   - view: A view of a level where a module is 2 to 4.5 pixels wide.
    ///   - work: The remaining budget; the cost is deducted even if it exceeds it.
    /// - Returns: The corners; nil if a side is not visible.
    mutating func corners(
        centre: Vector, across: Vector, down: Vector, view: ContrastView, work: inout WorkBudget
    ) -> Quad? {
        guard let right = side(from: centre, towards: across, along: down, view: view, work: &work),
            let bottom = side(from: centre, towards: down, along: across, view: view, work: &work),
            let left = side(from: centre, towards: -across, along: down, view: view, work: &work),
            let top = side(from: centre, towards: -down, along: across, view: view, work: &work),
            let topLeft = top.crossing(left), let topRight = top.crossing(right),
            let bottomRight = bottom.crossing(right), let bottomLeft = bottom.crossing(left)
        else { return nil }
        return Quad(topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
    }

    private mutating func side(
        from centre: Vector, towards: Vector, along: Vector, view: ContrastView, work: inout WorkBudget
    ) -> Line? {
        work.spend(WorkBudget.places(50))
        // The edges of the core, the light ring and the dark ring, ideally at 1.5, 2.5 and 3.5 modules.
        guard let core = view.edge(from: centre, along: towards, in: 0.3...3.2, step: 0.12, toLight: true),
            let light = view.edge(from: centre, along: towards, in: core...5, step: 0.12, toLight: false),
            let dark = view.edge(from: centre, along: towards, in: light...7, step: 0.12, toLight: true),
            2.2...5.5 ~= dark
        else { return nil }
        edges.removeAll(keepingCapacity: true)
        work.spend(WorkBudget.places(13 * 40))
        let spacing = 0.45 * dark / 3.5
        for ray in -6...6 {
            let start = centre + along * (Float(ray) * spacing)
            let range = (light + dark) / 2 - 0.15...dark + 1.2
            guard let edge = view.outline(from: start, along: towards, in: range),
                abs(edge - dark) < 1.1
            else { continue }
            edges.append(start + towards * edge)
        }
        return line(module: towards.length)
    }

    /// Fits a line, then refits it twice without the outliers.
    private mutating func line(module: Float) -> Line? {
        guard edges.count >= 5 else { return nil }
        var line = fit()
        for round in 0..<2 {
            let tolerance: Float = round == 0 ? 0.4 : 0.2
            var kept = 0
            for edge in edges where abs(line.offset(of: edge)) < tolerance * module {
                kept += 1
            }
            guard kept >= 4 else { break }
            let current = line
            edges.removeAll { abs(current.offset(of: $0)) >= tolerance * module }
            line = fit()
        }
        return line
    }

    /// Returns the line with the least squared distances from the edges, along the longer axis of the point cloud.
    private func fit() -> Line {
        let middle = edges.reduce(Vector(), +) / Float(edges.count)
        var (xx, xy, yy) = (Float(), Float(), Float())
        for edge in edges {
            let offset = edge - middle
            xx += offset.x * offset.x
            xy += offset.x * offset.y
            yy += offset.y * offset.y
        }
        // The eigenvector of the larger eigenvalue of the 2 × 2 matrix of second moments.
        let half = (xx - yy) / 2
        let root = (half * half + xy * xy).squareRoot()
        var direction = half >= 0 ? Vector(half + root, xy) : Vector(xy, root - half)
        direction /= max(direction.length, 1e-6)
        let normal = Vector(-direction.y, direction.x)
        return Line(normal: normal, distance: normal.dot(middle))
    }
}
