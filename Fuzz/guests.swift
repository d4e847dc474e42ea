// Ticket lists of any bytes, text and workbooks, through the importer's reader.

import Glibc
import TicketLists

/// An unlinked file that holds the input; the reader requires random access.
private let file: (descriptor: Int32, path: String) = {
    var path = Array("/dev/shm/list-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    unlink(path)
    return (descriptor, "/proc/self/fd/\(descriptor)")
}()

/// Interprets the input as a complete file: a workbook if it begins like a ZIP archive, otherwise text.
@_cdecl("LLVMFuzzerTestOneInput")
public func readGuests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    precondition(ftruncate(file.descriptor, 0) == 0 && pwrite(file.descriptor, start, count, 0) == count)
    do {
        var lastLine = 0
        try TicketList(ListSource(path: file.path)).forEachEntry { entry in
            precondition(entry.admits.map((1...1000).contains) ?? true, "a ticket admits nobody, or a crowd")
            precondition(!entry.identity.isEmpty, "a ticket is nobody's")
            lastLine = max(lastLine, entry.line)
        } fault: {
            precondition(!$0.description.isEmpty, "a row is refused without a reason")
        }
        precondition(lastLine <= max(count, 1 << 20), "a line is told that is not there")
    } catch {
        precondition(error is ListError, "a list is refused for another reason than the list")
    }
    return 0
}
