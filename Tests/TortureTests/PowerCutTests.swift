// The ledger under a disk that loses its power.

import Glibc
import TestSupport
import Testing

struct PowerCutTests {
    @Test("In a power cut at any moment no acknowledged admission is lost and no file is damaged")
    func nothingLost() async throws {
        let tally = try await PowerCutRun(cuts: TortureSize.powerCuts).run()
        #expect(tally.cuts >= TortureSize.powerCuts)
        #expect(tally.lost == 0)
        #expect(tally.twice == 0)
        #expect(tally.damage == [])
        print(tally.sentence)
    }

    @Test("With synchronous=NORMAL the same cuts lose admissions")
    func normalLoses() async throws {
        let tally = try await PowerCutRun(cuts: 100, synchronous: "NORMAL").run()
        #expect(tally.lost > 0)
        #expect(tally.damage == [])
        print("With synchronous=NORMAL: \(tally.sentence)")
    }

    @Test("With synchronous=OFF the same cuts damage the file, and the comparison sees it")
    func offDamages() async throws {
        let tally = try await PowerCutRun(cuts: 400, synchronous: "OFF").run()
        #expect(tally.damage != [])
    }
}
