// What recognises the file of a list when it is imported again.

package import Ledger
package import TicketLists
import TicketSigning

extension ListFile {
    /// - Parameters:
    ///   - source: The file.
    ///   - list: The part of the file that is read: another sheet of a workbook is another list.
    ///   - name: What the file is called, if that is not the source's name.
    ///   - actor: Who imports it.
    ///   - instant: The current time.
    /// - Throws: `ListError` if the file cannot be read; `LedgerError` if the user's name is too long.
    package init(
        _ source: ListSource, _ list: TicketList, named name: String? = nil, by actor: String, on instant: Timestamp
    ) throws {
        var hashes: [UInt8] = []
        try source.forEachPiece { hashes += SHA256.hash($0) }
        let part = list.form.hasPrefix("Excel workbook") ? list.form : ""
        let path = name ?? source.name
        self.init(
            name: path.split(separator: "/").last.map(String.init) ?? path,
            digest: SHA256.hash(hashes + Array(part.utf8)), by: try Attribution(actor: actor).actor, on: instant
        )
    }
}
