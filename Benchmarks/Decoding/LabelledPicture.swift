// A labelled picture of a test set.

import FoundationEssentials
import Glibc

/// An entry of a `manifest.json`: a picture and its labels.
struct LabelledPicture: Decodable {
    /// The kind of label, which determines how a reader is judged.
    enum Kind: String, Decodable, CaseIterable {
        /// The texts are known.
        case text
        /// The corners of every code are known: a code read inside them counts.
        case quads
        /// The number of codes is known.
        case count
        /// There is at least one readable code.
        case unk
        /// There is no code: any code read is false.
        case neg
    }

    /// The path relative to the manifest's folder; its first component is the name of the set.
    let file: String
    let kind: Kind
    /// The number of codes in the picture.
    let codes: Int
    private let texts: [String]?
    private let hex: String?
    private let corners: [[[Double]]]?

    /// The set that the picture belongs to.
    var set: String { String(file.prefix { $0 != "/" }) }

    /// Returns the pictures that a folder's manifest lists.
    ///
    /// - Parameter folder: A folder with `manifest.json`.
    /// - Returns: One or more pictures, in the order of the list.
    /// - Throws: ``BenchmarkError/manifest(path:)``.
    static func all(in folder: String) throws -> [LabelledPicture] {
        let path = folder + "/manifest.json"
        guard let data = FileManager.default.contents(atPath: path),
            let pictures = try? JSONDecoder().decode([LabelledPicture].self, from: data), !pictures.isEmpty
        else { throw BenchmarkError.manifest(path: path) }
        return pictures
    }

    /// Judges a reader's codes.
    ///
    /// - Parameter codes: All codes that it read in this picture.
    /// - Returns: The number of correct codes, at most ``codes``, and the number of false ones.
    func judge(_ codes: [DecodeAnswer.Code]) -> (read: Int, false: Int) {
        switch kind {
        case .neg: (0, codes.count)
        case .unk: (min(1, codes.count), 0)
        case .count: (min(self.codes, Set(codes.map(\.hex)).count), 0)
        case .quads: judgeByPlace(codes)
        case .text: judgeByText(codes)
        }
    }

    private func judgeByPlace(_ codes: [DecodeAnswer.Code]) -> (read: Int, false: Int) {
        let quads = (corners ?? []).map(Outline.init)
        let places = codes.map { code in quads.firstIndex { $0.holds(x: code.x, y: code.y) } }
        return (Set(places.compactMap(\.self)).count, places.count { $0 == nil })
    }

    /// Judges by text: a set gives one text per picture, and readers differ in the character set that they assume.
    private func judgeByText(_ codes: [DecodeAnswer.Code]) -> (read: Int, false: Int) {
        let wanted = Set((texts ?? []).map(TextForms.trimmed))
            .union(hex.map { TextForms.all(of: DecodeAnswer.Code(hex: $0, x: 0, y: 0).bytes) } ?? [])
        let isRead = codes.contains { !wanted.isDisjoint(with: TextForms.all(of: $0.bytes)) }
        return isRead ? (1, 0) : (0, codes.count)
    }
}

/// The outline of a code by its four corners.
private struct Outline {
    private let corners: [(x: Double, y: Double)]

    /// Creates an outline slightly larger than given, because people drew the corners.
    init(_ points: [[Double]]) {
        let points = points.filter { $0.count == 2 }.map { (x: $0[0], y: $0[1]) }
        let count = Double(max(points.count, 1))
        let middle = (x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
        corners =
            points.map { (x: middle.x + 1.15 * ($0.x - middle.x), y: middle.y + 1.15 * ($0.y - middle.y)) }
            .sorted { atan2($0.y - middle.y, $0.x - middle.x) < atan2($1.y - middle.y, $1.x - middle.x) }
    }

    func holds(x: Double, y: Double) -> Bool {
        let sides = corners.indices.map { index -> Bool in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            return (b.x - a.x) * (y - a.y) > (b.y - a.y) * (x - a.x)
        }
        return !sides.isEmpty && (!sides.contains(false) || !sides.contains(true))
    }
}
