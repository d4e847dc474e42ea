// What an import found and did.

import Ledger
import TicketLists

/// An import for people and for programs.
struct ImportReport {
    let event: Event
    let list: TicketList
    let plan: ImportPlan
    let badRows: Int
    /// What a person should know, or has to decide.
    let remarks: ListRemarks
    /// The first tickets of the list, for people only.
    let sample: [ListEntry]
    let isAdded: Bool
    /// Whether faults or open questions keep the list out.
    let isRefused: Bool
    let isDryRun: Bool

    /// For programs: no names.
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
            withdrawn: plan.withdrawn,
            barcodes: plan.withBarcode,
            issued: plan.issued,
            repeated: plan.repeated,
            corrects: plan.corrects,
            removed: plan.removed,
            bad: badRows,
            warnings: remarks.sentences(.warning),
            open: remarks.sentences(.stop)
        )
    }

    /// An import as a JSON object.
    struct Line: Encodable {
        let schema = 1
        let event: String
        let layout: String
        let form: String
        /// Titles by field.
        let columns: [String: String]
        /// Whether the ledger was changed.
        let imported: Bool
        let new: Int
        let changed: Int
        let unchanged: Int
        let unpaid: Int
        let withdrawn: Int
        let barcodes: Int
        /// Tickets that were issued before.
        let issued: Int
        let repeated: Int
        /// The import of the same file before.
        let corrects: Int?
        /// Tickets that the file gave then, and no more.
        let removed: Int
        let bad: Int
        /// What is probably not meant.
        let warnings: [String]
        /// What a person has to decide before the list is taken.
        let open: [String]
    }

    /// For people: what was recognised, the numbers, and how it ended.
    var text: String {
        var text = """
            Recognised   \(list.mapping.layout.name) (\(list.form.printable))
            Event        \(event.slug)

            """
        if isDryRun { text += "\n" + columns.text + "\n" + tickets.text }
        text += """

            tickets      \(plan.total): \(plan.new) new, \(plan.changed) changed, \(plan.unchanged) unchanged
            of these     \(plan.unpaid) unpaid, \(plan.withdrawn) refunded or withdrawn, \(plan.withBarcode) with a barcode

            """
        if plan.issued > 0 {
            let were = plan.issued == 1 ? "was" : "were"
            text += "issued       \(plan.issued) \(were) issued here before: tickets and codes stay\n"
        }
        if plan.repeated > 0 {
            text += "repeated     \("row".counted(plan.repeated)), saying again what an earlier one says\n"
        }
        if let number = plan.corrects {
            text +=
                "corrects     import \(number), of the same file: each line speaks of the ticket that it gave then\n"
        }
        if plan.removed > 0 {
            let verb = plan.removed == 1 ? "is" : "are"
            text += "taken off    \("ticket".counted(plan.removed)) that it gave then and \(verb) no longer in it\n"
        }
        if plan.entered > 0 {
            text += "stay         \("such ticket".counted(plan.entered)), since somebody has entered with them\n"
        }
        if badRows > 0 { text += "bad          \("row".counted(badRows))\n" }
        if remarks.stopCount > 0 { text += "to decide    \("question".counted(remarks.stopCount))\n" }
        if !isDryRun, !unused.isEmpty { text += "not used     \(unused.joined(separator: ", ").printable)\n" }
        return text + "\n" + ending + "\n"
    }

    private var ending: String {
        if isRefused {
            let what = isDryRun ? "Nothing was changed, and an import would stop here." : "Nothing was imported."
            if remarks.stopCount > 0 { return "\(what) Decide what is asked above with --map, --only or --ignore." }
            return "\(what) Correct the rows, or import the others with --skip-bad."
        }
        if isDryRun { return "Nothing was changed. Run without --dry-run to import." }
        let without = plan.total - plan.withBarcode
        let hint = without > 0 ? " \(without) have no barcode; `doorcheck ticket issue` gives them codes." : ""
        return "Imported \(plan.new) new and \("changed ticket".counted(plan.changed)).\(hint)"
    }

    /// Columns that nothing is taken from, as a person finds them.
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
                entry.admits.map(String.init) ?? "-", "\(entry.standing ?? .valid)", entry.barcode == nil ? "-" : "yes"
            )
        }
        return table
    }
}
