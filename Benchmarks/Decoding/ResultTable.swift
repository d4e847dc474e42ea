// The table of a benchmark that compares readers, with a line per set of pictures.

/// The results of each reader on sets of pictures.
struct ResultTable {
    /// A line of the table.
    private struct Row {
        let set: String
        var pictures = 0
        var codes = 0
        var tallies: [Tally]
    }

    private let readers: [DecoderProcess]
    private var rows: [Row] = []

    /// - Parameters:
    ///   - readers: The readers; one column group for each.
    ///   - sets: The first lines; further ones follow in the order of their first picture.
    init(readers: [DecoderProcess], sets: [String] = []) {
        self.readers = readers
        rows = sets.map { Row(set: $0, tallies: readers.map { _ in Tally() }) }
    }

    /// Adds a picture to a set's line.
    ///
    /// - Parameters:
    ///   - answers: One answer per reader.
    ///   - set: The line.
    ///   - codes: The number of codes in the picture.
    ///   - judge: Returns the number of correct and of false codes in an answer.
    mutating func add(
        _ answers: [DecodeAnswer], to set: String, codes: Int,
        judge: ([DecodeAnswer.Code]) -> (read: Int, false: Int)
    ) {
        let known = rows.firstIndex { $0.set == set }
        let index = known ?? rows.endIndex
        if known == nil { rows.append(Row(set: set, tallies: readers.map { _ in Tally() })) }
        rows[index].pictures += 1
        rows[index].codes += codes
        for (reader, answer) in answers.enumerated() {
            let verdict = judge(answer.codes)
            rows[index].tallies[reader].add(
                read: verdict.read, falseReads: verdict.false, nanoseconds: answer.nanoseconds)
        }
    }

    /// - Parameters:
    ///   - set: A line's name.
    ///   - kind: A reader.
    /// - Returns: The share of the set's codes that the reader read, 0 to 1; `nil` if there is no such line.
    func share(of set: String, by kind: DecoderKind) -> Double? {
        guard let row = rows.first(where: { $0.set == set }), row.codes > 0,
            let reader = readers.firstIndex(where: { $0.kind == kind })
        else { return nil }
        return Double(row.tallies[reader].read) / Double(row.codes)
    }

    /// Returns the table: codes read, false codes and milliseconds per picture, per reader.
    func lines() -> [String] {
        var header = ["set", "pictures", "codes"]
        for reader in readers { header += ["\(reader.name): read", "false", "ms"] }
        let cells = rows.map { row in
            [row.set, "\(row.pictures)", "\(row.codes)"]
                + row.tallies.flatMap { tally in
                    ["\(tally.read)", "\(tally.falseReads)", FigureTable.text(tally.milliseconds)]
                }
        }
        return MarkdownTable.lines([header] + cells)
    }

    /// Returns the figures of our reader against each peer, by line: codes read, and milliseconds per picture.
    ///
    /// - Parameters:
    ///   - bench: The first part of the figures' names.
    ///   - ours: Our reader to compare.
    ///   - goals: The goals for the milliseconds, by line.
    /// - Returns: Two figures per line and peer.
    func figures(_ bench: String, ours: DecoderKind, goals: [String: Figure.Goal] = [:]) -> [Figure] {
        guard let mine = readers.firstIndex(where: { $0.kind == ours }) else { return [] }
        return rows.flatMap { row in
            let name = "\(bench).\(ours).\(row.set.split(separator: " ").joined(separator: "-"))"
            return readers.enumerated().filter { $0.element.kind == .zbar || $0.element.kind == .zxing }
                .flatMap { index, peer -> [Figure] in
                    let (ours, theirs) = (row.tallies[mine], row.tallies[index])
                    let times = Samples(ours: ours.milliseconds, theirs: theirs.milliseconds)
                    let goal = peer.kind == .zxing ? goals[row.set] : nil
                    let time = Figure(name, in: .milliseconds, against: peer.name, goal: goal, times)
                    guard row.codes > 0 else { return [time] }
                    let codes = Samples(ours: Double(ours.read), theirs: Double(theirs.read))
                    return [Figure(name + ".read", in: .codes, against: peer.name, codes), time]
                }
        }
    }
}
