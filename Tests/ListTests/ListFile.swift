// Lists in files, as the tests make them.

import FoundationEssentials
import TestSupport

@testable import TicketLists

/// A list and what came of reading it.
struct ListFile {
    let list: TicketList
    private(set) var entries: [ListEntry] = []
    private(set) var faults: [ListFault] = []
    /// Those about the columns, then those about rows.
    private(set) var remarks: [ListRemark] = []

    /// What a person has to decide.
    var stops: [String] { remarks.filter { $0.weight == .stop }.map(\.description) }
    var warnings: [String] { remarks.filter { $0.weight == .warning }.map(\.description) }

    /// Reads bytes as a file.
    init(_ bytes: [UInt8], options: TicketList.Options = .init()) throws {
        self = try withTemporaryFolder { folder in
            try Data(bytes).write(to: URL(filePath: folder + "/list"))
            return try ListFile(path: folder + "/list", options: options)
        }
    }

    init(_ text: String, options: TicketList.Options = .init()) throws {
        try self.init(Array(text.utf8), options: options)
    }

    init(path: String, options: TicketList.Options = .init()) throws {
        let list = try TicketList(ListSource(path: path), options: options)
        var entries: [ListEntry] = []
        var faults: [ListFault] = []
        let left = try list.forEachEntry {
            entries.append($0)
        } fault: {
            faults.append($0)
        }
        self.list = list
        self.entries = entries
        self.faults = faults
        remarks = list.remarks + left
    }

    /// One of the sample exports.
    static func export(_ name: String, options: TicketList.Options = .init()) throws -> ListFile {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().path
        return try ListFile(path: "\(folder)/Exports/\(name)", options: options)
    }
}
