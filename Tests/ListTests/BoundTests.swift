// Workbooks that are small on disk and large in memory.

import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TicketLists

struct BoundTests {
    /// The most memory that this process had, in bytes, since it was last asked for in this way.
    private func peak() throws -> Int {
        let status = String(
            decoding: try #require(FileManager.default.contents(atPath: "/proc/self/status")), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) << 10
    }

    @Test("XML that is nested without end is refused, in memory that does not grow with it")
    func nested() throws {
        var workbook = WorkbookFile()
        workbook.sheet = "<worksheet>" + String(repeating: "<a>", count: 4_000_000)
        let before = try peak()
        #expect(throws: ListError.damagedWorkbook(part: "xl/worksheets/sheet1.xml")) { try workbook.read() }
        #expect(try peak() - before < 200_000_000)
    }
}
