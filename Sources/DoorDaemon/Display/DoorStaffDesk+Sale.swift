// Sales on the staff page, performed by the door.

import Admission
import DoorDisplay
import DoorOutput
import DoorTexts
import Ledger
import Logging
import TicketSigning

extension DoorStaffDesk {
    func sales() async throws -> StaffSales {
        guard sells, let rights = try await ledger.salesRights(of: event),
            let terms = try await ledger.terms(of: event)
        else { return .none }
        func people(_ admits: Int?) -> Int { min(admits ?? terms.event.admits, DoorSale.mostPeople) }
        return StaffSales(
            tiers: rights.tiers.map { StaffSales.Tier(name: $0.name, people: people($0.policy.admits)) },
            people: rights.includesNone ? people(nil) : nil, takesPayment: rights.includesPayment,
            mostPeople: DoorSale.mostPeople)
    }

    func sell(_ sale: StaffSale, by who: String) async throws -> StaffResult {
        guard sells else { throw StaffRefusal(said(.salesOff)) }
        let begin = ContinuousClock.now
        let now = WallClock.now
        do {
            let attribution = try Attribution(actor: who, why: sale.why)
            let wanted = try doorSale(sale)
            guard sale.isPaid || attribution.why != nil else {
                throw StaffRefusal(said(.freeNeedsReason), .reasonNeeded)
            }
            guard let gate = GateName(sale.gate) else { throw StaffRefusal(said(.pageOutdated), .changedMeanwhile) }
            let accepted = sale.accepted.split(separator: "+").compactMap { Reason(rawValue: String($0)) }
            let result = try await door.desk.sell(
                wanted, at: gate, accepting: accepted, on: now, clock: clock.trust(wall: now, elapsed: begin),
                by: attribution)
            switch result {
            case .sold(let ticket, let verdicts):
                logger.notice(
                    "ticket sold at the door",
                    metadata: ["ticket.id": "\(ticket)", "people": "\(verdicts.count)", "by": "\(who.printable)"])
                for verdict in verdicts {
                    await news.post(.judged(verdict, source: "staff", elapsed: begin.duration(to: .now)))
                }
                return StaffResult(said(.didSell, ["count": "\(verdicts.count)"]))
            case .soldBefore(let ticket, let entered):
                return StaffResult(said(.soldBefore, ["count": "\(entered)"]), ticket: ticket.description)
            }
        } catch let objection as SaleObjection {
            let sentences = objection.objections.map { $0.verdict.sentence(of: $0.refusal, in: language) }
            throw StaffRefusal(
                said(.rulesObjectTo, ["objection": sentences.joined(separator: "; ")]).printable, .reasonNeeded,
                objections: objection.reasons.map(\.rawValue).joined(separator: "+"))
        } catch LedgerError.refused(let sentence) {
            throw StaffRefusal(sentence)
        } catch {
            guard let change = ChangedMeanwhile(error, seenFrom: now, in: language) else { throw error }
            throw StaffRefusal(change.sentence, .changedMeanwhile)
        }
    }

    /// Returns what is sold; the page may send anything.
    private func doorSale(_ sale: StaffSale) throws -> DoorSale {
        let name = sale.name.trimmed
        guard (1...64).contains(sale.sale.utf8.count) else { throw StaffRefusal(said(.pageOutdated)) }
        guard (1...DoorSale.mostPeople).contains(sale.people) else {
            throw StaffRefusal(said(.peopleWrong, ["count": "\(DoorSale.mostPeople)"]))
        }
        guard name.unicodeScalars.count <= Attribution.longest, name.isPlainLine else {
            throw StaffRefusal(said(.guestNameWrong, ["count": "\(Attribution.longest)"]))
        }
        return DoorSale(
            name: sale.sale, tier: sale.tier.isEmpty ? nil : sale.tier, holder: name.isEmpty ? nil : name,
            people: sale.people, isPaid: sale.isPaid)
    }
}
