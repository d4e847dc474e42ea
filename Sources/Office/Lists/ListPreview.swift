// What an import would do, as the page shows it.

import Ledger
import TicketLists

/// A list compared with the ledger, for the person who decides whether to import it.
struct ListPreview: Encodable, Sendable {
    var token = ""
    let name: String
    let layout: String
    let form: String
    let columns: [Column]
    let fields: [Field]
    let counts: Counts
    let questions: [Question]
    let warnings: [Question]
    let problems: [Problem]
    let badRows: Int
    /// The sheets of a workbook, and the one that is read.
    let sheets: [String]
    let sheet: String?
    /// The order of day and month, if the person has said it.
    let dates: String?
    let sample: [Guest]
    var tiers: [Tier]
    let changes: Changes
    /// The number of the import of the same file that this one corrects.
    let corrects: Int?

    /// A column of the file.
    struct Column: Encodable {
        /// From 1.
        let number: Int
        let letter: String
        let title: String
        let fields: [String]
        let isIgnored: Bool
        let samples: [String]
    }

    /// A meaning that a column can have.
    struct Field: Encodable {
        let id: String
        let label: String
    }

    struct Counts: Encodable, Hashable {
        let total, new, changed, unchanged, unpaid, revoked, barcodes, issued, repeated, removed, entered: Int

        init(_ plan: ImportPlan) {
            (total, new, changed, unchanged) = (plan.total, plan.new, plan.changed, plan.unchanged)
            (unpaid, revoked, barcodes, issued) = (plan.unpaid, plan.withdrawn, plan.withBarcode, plan.issued)
            (repeated, removed, entered) = (plan.repeated, plan.removed, plan.entered)
        }
    }

    /// Something to decide, or to know.
    struct Question: Encodable {
        let text: String
        /// What the person can choose, the likeliest first.
        let answers: [Answer]
    }

    /// A choice for a column, as the page sends it back.
    struct Answer: Encodable {
        let label: String
        /// From 1.
        let column: Int
        /// The meaning of the column.
        var field: String?
        /// Only rows with this value are read.
        var only: String?
        /// The column is left out.
        var ignore: Bool?
    }

    /// Rows that cannot be imported for the same reason.
    struct Problem: Encodable {
        let sentence: String
        let count: Int
        let rows: [Row]

        struct Row: Encodable {
            let line: Int
            let sentence: String
        }
    }

    /// A row as it was understood.
    struct Guest: Encodable {
        let line: Int
        let name: String?
        let reference: String?
        let tier: String?
        let admits: Int?
        let status: String
        let hasBarcode: Bool
    }

    struct Tier: Encodable {
        let name: String
        let tickets: Int
        let isNew: Bool
    }

    /// The first guests by what happens to their tickets.
    struct Changes: Encodable {
        let new: [String]
        let changed: [String]
        let removed: [String]
    }
}

extension ListPreview.Guest {
    init(_ entry: ListEntry) {
        line = entry.line
        (name, reference, tier, admits) = (entry.name, entry.reference, entry.tier, entry.admits)
        status =
            switch entry.status {
            case nil, .valid: "valid"
            case .unpaid: "unpaid"
            case .blocked: "blocked"
            case .withdrawn: "revoked"
            }
        hasBarcode = entry.barcode != nil
    }
}

extension ListPreview.Question {
    init(_ remark: ListRemark, in mapping: ColumnMapping) {
        text = remark.fact
        answers = remark.answers.map { ListPreview.Answer($0, in: mapping) }
    }
}

extension ListPreview.Answer {
    init(_ answer: ListAnswer, in mapping: ColumnMapping) {
        switch answer {
        case .use(let column, let field):
            self.init(label: "Use it: \(field.label)", column: column + 1, field: field.rawValue)
        case .ignore(let column): self.init(label: "Leave the column out", column: column + 1, ignore: true)
        case .only(let column, let value): self.init(label: "Only “\(value)”", column: column + 1, only: value)
        }
    }
}

extension ListField {
    /// What people call the field.
    var label: String {
        switch self {
        case .barcode: "Code of another shop"
        case .ticket: "Ticket number"
        case .order: "Order number"
        case .position: "Position in the order"
        case .name: "Name"
        case .firstName: "First name"
        case .lastName: "Last name"
        case .email: "E-mail address"
        case .tier: "Tier (kind of ticket)"
        case .variation: "Variation of the tier"
        case .admits: "Number of people"
        case .companions: "Number of companions"
        case .status: "Status of the ticket"
        case .orderStatus: "Status of the order"
        case .rsvp: "Whether the guest comes"
        case .paid: "Whether it is paid"
        case .cancelled: "Whether it is cancelled"
        case .blocked: "Whether it is blocked"
        case .attention: "Whether staff check it"
        case .note: "Note for staff"
        case .opens: "Valid from"
        case .closes: "Valid until"
        }
    }
}
