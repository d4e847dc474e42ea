// The result of an import.

import DoorOutput
import DoorTexts
import Ledger
import TicketLists

/// The result of an import, for people and for programs.
struct ImportReport {
    let event: Event
    let list: TicketList
    let plan: ImportPlan
    let badRows: Int
    /// Remarks for a person to know or to decide.
    let remarks: ListRemarks
    /// The first tickets of the list, for people only.
    let sample: [ListEntry]
    let isAdded: Bool
    /// Whether faults or open questions prevent the import.
    let isRefused: Bool
    let isDryRun: Bool

    /// The result for programs, without names.
    var line: Line {
        let mapping = list.mapping
        return Line(
            event: event.slug,
            layout: mapping.layout.name,
            form: list.form,
            columns: Dictionary(
                uniqueKeysWithValues: mapping.columns.map { ($0.key.rawValue, mapping.titles[$0.value]) }
            ),
            imported: isAdded,
            new: plan.new,
            changed: plan.changed,
            unchanged: plan.unchanged,
            unpaid: plan.unpaid,
            revoked: plan.withdrawn,
            barcodes: plan.withBarcode,
            issued: plan.issued,
            repeated: plan.repeated,
            corrects: plan.corrects,
            removed: plan.removed,
            badRows: badRows,
            warnings: remarks.sentences(.warning),
            questions: remarks.sentences(.stop)
        )
    }

    /// The result for programs.
    struct Line: OutputRecord {
        static let columns = [
            "event", "layout", "form", "imported", "new", "changed", "unchanged", "unpaid", "revoked", "barcodes",
            "issued", "repeated", "corrects", "removed", "bad_rows", "warnings", "questions",
        ]

        let schema = 1
        let event: String
        let layout: String
        let form: String
        /// Column titles by field.
        let columns: [String: String]
        /// Whether the ledger was changed.
        let imported: Bool
        let new: Int
        let changed: Int
        let unchanged: Int
        let unpaid: Int
        let revoked: Int
        let barcodes: Int
        /// The number of tickets that were issued before.
        let issued: Int
        let repeated: Int
        /// The earlier import of the same file.
        let corrects: Int?
        /// The number of tickets that the file created then but no longer contains.
        let removed: Int
        let badRows: Int
        /// Sentences about values that are probably mistakes.
        let warnings: [String]
        /// Questions that a person must decide before the list is imported.
        let questions: [String]
    }

    /// The result for people: the recognised format, the numbers, and the outcome.
    var text: String {
        var text = """
            Recognised   \(list.mapping.layout.name) (\(list.form.printable))
            Event        \(event.slug)

            """
        if isDryRun { text += "\n" + columns.text + "\n" + tickets.text }
        text += """

            tickets      \(plan.total): \(plan.new) new, \(plan.changed) changed, \(plan.unchanged) unchanged
            of these     \(plan.unpaid) unpaid, \(plan.withdrawn) refunded or revoked, \
            \(plan.withBarcode) with a barcode

            """
        if plan.issued > 0 {
            let were = plan.issued == 1 ? "was" : "were"
            text += "issued       \(plan.issued) \(were) issued here before: tickets and codes stay\n"
        }
        if plan.repeated > 0 {
            text += "repeated     \("duplicate row".counted(plan.repeated)) ignored\n"
        }
        if let number = plan.corrects {
            text +=
                "corrects     import \(number), of the same file: each line speaks of the ticket that it gave then\n"
        }
        if plan.removed > 0 {
            let verb = plan.removed == 1 ? "is" : "are"
            text += "taken off    \("ticket".counted(plan.removed)) that \(verb) no longer in the file\n"
        }
        if plan.entered > 0 {
            text += "stay         \("such ticket".counted(plan.entered)), because someone has entered with them\n"
        }
        if badRows > 0 { text += "bad          \("row".counted(badRows))\n" }
        if remarks.stopCount > 0 { text += "to decide    \("question".counted(remarks.stopCount))\n" }
        if !isDryRun, !unused.isEmpty { text += "not used     \(unused.joined(separator: ", ").printable)\n" }
        return text + "\n" + ending + "\n"
    }

    private var ending: String {
        if isRefused {
            let what = isDryRun ? "Nothing was changed; an import would stop here." : "Nothing was imported."
            if remarks.stopCount > 0 { return "\(what) Decide what is asked above with --map, --only or --ignore." }
            return "\(what) Correct the rows, or import the others with --skip-bad."
        }
        if isDryRun { return "Nothing was changed. Run without --dry-run to import." }
        let without = plan.total - plan.withBarcode
        let hint = without > 0 ? " \(without) have no barcode; `doorcheck ticket issue` gives them codes." : ""
        return "Imported \(plan.new) new and \("changed ticket".counted(plan.changed)).\(hint)"
    }

    /// The columns that are not used, by letter and title.
    private var unused: [String] {
        list.mapping.titles.enumerated().filter { !list.mapping.isUsed($0.offset) }.map { column, title in
            "\(ColumnMapping.letters(column)) \"\(title)\""
        }
    }

    private var columns: TextTable {
        var table = TextTable("COLUMN", "TITLE", "IS")
        for (column, title) in list.mapping.titles.enumerated() {
            let fields = list.mapping.meanings(of: column)
            table.add(ColumnMapping.letters(column), title, fields.isEmpty ? "-" : fields.joined(separator: ", "))
        }
        return table
    }

    private var tickets: TextTable {
        var table = TextTable("LINE", "HOLDER", "REFERENCE", "TIER", "ADMITS", "STATUS", "BARCODE")
        for entry in sample {
            table.add(
                String(entry.line), entry.name ?? "-", entry.reference ?? "-", entry.tier ?? "-",
                entry.admits.map(String.init) ?? "-", "\(entry.status ?? .valid)", entry.barcode == nil ? "-" : "yes"
            )
        }
        return table
    }
}
