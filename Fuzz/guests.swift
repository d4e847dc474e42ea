// Guest lists of any bytes through the CSV reader.

import TicketLists

/// The input is a whole file.
@_cdecl("LLVMFuzzerTestOneInput")
public func readGuests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let table = try? CSVTable(bytes) else { return 0 }
    do {
        let list = try GuestList(table)
        precondition(!list.guests.isEmpty, "a list without guests was taken")
        precondition(list.guests.allSatisfy { (1...1000).contains($0.admits) }, "a ticket admits nobody, or a crowd")
    } catch {
        precondition(!error.description.isEmpty, "a list is refused without a reason")
    }
    return 0
}
