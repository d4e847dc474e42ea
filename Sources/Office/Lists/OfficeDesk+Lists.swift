// Guest lists that were sent, and those that were imported.

import DoorInstallation
import DoorTexts
import FoundationEssentials
import HTTPSupport
import Hummingbird
import Ledger
import TicketLists
import TicketSigning

/// A file that tickets came from.
struct ImportEntry: Encodable {
    let number: Int
    let name: String
    let at: Int64
    let by: String
    /// `imported` or `issued`.
    let kind: String
    /// The tickets on the list that came from it; absent until they are counted.
    let tickets: Int?
    /// False until they are counted.
    let canUndo: Bool
    /// Why it cannot be undone; absent if it can.
    let why: String?
}

extension OfficeDesk {
    /// Receives a list and compares it with the ledger.
    ///
    /// - Throws: `ListError` for a file that is no list; ``OfficeRefusal``, `LedgerError`, ``FileError``.
    func receive(
        _ body: RequestBody, named name: String, for id: EventID, by session: OfficeSession
    ) async throws -> ListPreview {
        let event = try await event(id)
        let list = UploadedList(try await uploads.store(body), name: name, event: event, actor: session.person.name)
        let token = RandomText.make(words: 2)
        do {
            let preview = try await preview(list, nil, token)
            _ = lists.keep(list, as: token, of: session)
            return preview
        } catch let refusal as OfficeRefusal where refusal.list != nil {
            // The page asks for the order of day and month, and sends it for this list.
            _ = lists.keep(list, as: token, of: session)
            throw refusal
        }
    }

    /// Compares a list again, read as the person reading.
    func preview(
        _ token: String, _ reading: ListReadingOptions, by session: OfficeSession
    ) async throws -> ListPreview {
        try await preview(try list(token, of: session), reading, token)
    }

    private func preview(
        _ list: UploadedList, _ reading: ListReadingOptions?, _ token: String
    ) async throws -> ListPreview {
        do {
            let preview = try await list.preview(reading, ledger: context().ledger.path)
            return try await shown(preview, of: list.event, token)
        } catch let error as ListError {
            guard case .ambiguousDates = error else { throw error }
            var refusal = OfficeRefusal(error.sentence, field: "dates")
            refusal.list = token
            throw refusal
        }
    }

    /// Says which tiers the event does not have yet.
    private func shown(_ preview: ListPreview, of event: Event, _ token: String) async throws -> ListPreview {
        let known = Set(try await context().ledger.tiers(of: event.id).map(\.name))
        var preview = preview
        preview.token = token
        preview.tiers = preview.tiers.map { .init(name: $0.name, tickets: $0.tickets, isNew: !known.contains($0.name)) }
        return preview
    }

    /// Imports a list as it was shown last.
    func importList(
        _ token: String, skippingBad skipsBad: Bool, by session: OfficeSession
    ) async throws -> ImportPlan {
        let plan = try await list(token, of: session).import(skippingBad: skipsBad, into: context().ledger.path)
        forgetList(token, of: session)
        return plan
    }

    /// Forgets a list; its file is gone with it.
    func forgetList(_ token: String, of session: OfficeSession) {
        lists.remove(token, of: session)
    }

    private func list(_ token: String, of session: OfficeSession) throws -> UploadedList {
        guard let list = lists[token, of: session] else {
            throw OfficeRefusal("This list is no longer here; choose the file again.", because: .missing)
        }
        return list
    }

    /// Returns the files that an event's tickets came from, the latest first.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - isCounted: Whether their tickets are counted, which no page waits for.
    /// - Returns: The files.
    /// - Throws: ``OfficeRefusal``, `LedgerError`.
    func imports(of id: EventID, counted isCounted: Bool) async throws -> [ImportEntry] {
        _ = try await event(id)
        let ledger = try context().ledger
        let counts = isCounted ? try await counter.imports(of: id, in: ledger.path) : nil
        let now = WallClock.now
        return try await ledger.imports(of: id).reversed().map { file in
            let count = counts?[file.number]
            var why = file.undone.map { "It was undone at \($0.localTime(seenFrom: now))." }
            if why == nil, count?.isEntered == true { why = "Guests have entered with its tickets." }
            return ImportEntry(
                number: file.number, name: file.file, at: file.at.milliseconds, by: file.actor,
                kind: file.kind == .issued ? "issued" : "imported",
                tickets: counts.map { _ in count?.tickets ?? 0 }, canUndo: counts != nil && why == nil, why: why)
        }
    }

    /// Undoes an import.
    ///
    /// - Returns: What was done, in a sentence.
    /// - Throws: ``OfficeRefusal`` if it cannot be undone; `LedgerError`.
    func undoImport(_ number: Int, by session: OfficeSession) async throws -> String {
        let now = WallClock.now
        switch try await context().ledger.undoImport(number, by: session.person.name, on: now) {
        case .undone(let removed, let restored, let kept):
            var text = "The import is undone: \("ticket".counted(removed)) taken off the list"
            if restored > 0 { text += ", \(restored) as before" }
            if kept > 0 { text += ", \(kept) kept, because a later list has them too" }
            return text + "."
        case .entered(let tickets, let first):
            throw OfficeRefusal(
                "Guests have entered with \("ticket".counted(tickets)) of this import, first at "
                    + "\(first.localTime(seenFrom: now)), so nothing was undone; block or revoke single tickets "
                    + "instead.", because: .conflict)
        case .undoneBefore(let moment):
            throw OfficeRefusal(
                "This import was already undone at \(moment.localTime(seenFrom: now)).", because: .conflict)
        case .unknown: throw OfficeRefusal.missing("import")
        }
    }
}
