// `doorcheck ledger verify`

import ArgumentParser
import DoorConfiguration
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

struct LedgerVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that the ledger is intact and that no scan was changed.",
        discussion: """
            Reads the whole file, follows the hash chain of every box's scans, and recomputes every view. Exit status: \
            0 intact; 65 something was changed or is damaged; 74 the disk failed.

              doorcheck ledger verify
              doorcheck ledger verify backup.sqlite
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "Another ledger, such as a backup (default: the configuration's).", completion: .file())
    var file: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let path = try file ?? configuration.load().ledgerPath
        let found: Verification
        do {
            found = try await Ledger(opening: path, for: .reading).verify()
        } catch LedgerError.missing where file != nil {
            throw CommandError(.noInput, "There is no ledger at \(path.printable); name an existing ledger file.")
        }
        let line = VerificationLine(found, of: path)
        try output.write([line], text: line.text)
        guard found.faults.isEmpty else {
            throw CommandError(.badData, "The ledger \(path) is damaged; set it aside and restore the newest backup.")
        }
    }
}

/// The result of verifying a ledger.
struct VerificationLine: OutputRecord {
    static let columns = ["ledger", "tickets", "scans", "faults", "branches"]

    let schema = 1
    let ledger: String
    let tickets: Int
    let scans: Int64
    let boxes: [Book]
    /// One sentence per fault; empty if the ledger is intact.
    let faults: [String]
    /// Sentences about boxes that were restored or cloned; they do not affect the ledger's integrity.
    let branches: [String]

    /// The scans of one box.
    struct Book: Encodable {
        let box: String
        let name: String
        let scans: Int64
        /// The head of the hash chain, in hexadecimal.
        let head: String
    }

    init(_ found: Verification, of path: String) {
        ledger = path
        tickets = found.tickets
        scans = found.boxLogs.map(\.scans).reduce(0, +)
        faults = found.faults.map(\.description)
        branches = found.branchedLogs.map(\.description)
        boxes = found.boxLogs.map { book in
            let head = book.head.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return Book(box: book.box.description, name: book.name, scans: book.scans, head: head)
        }
    }

    /// The result for people: one line per box and branch, then one per fault and branch.
    var text: String {
        let lines = boxes.map {
            "box          \($0.name.printable): \($0.scans) scans without gaps, head \($0.head.prefix(16))…\n"
        }
        let warnings = branches.map { "branch       \($0.printable)\n" }.joined()
        let ending = faults.isEmpty ? "intact       the file, every chain and every view\n" : ""
        return """
            ledger       \(ledger.printable)
            tickets      \(tickets)
            \(faults.isEmpty ? lines.joined() : "")\(faults.map { "FAULT        \($0)\n" }.joined())\(warnings)\(ending)
            """
    }
}
