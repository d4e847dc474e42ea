// The staff page's texts other than verdicts.

/// A text of the staff page or of an answer to it, which identifies it by its raw value.
public enum StaffLabel: String, CaseIterable, Sendable {
    case yourName, pin, logIn, logOut, gate, closed, exitGate, checkGate
    case disconnected, listState, sharingState, counts, shownAgain, cannotRecord, noCamera, noScanner
    case clockNotTrusted, cameraMissing, scannerMissing, messages, dismiss, waiting, nobodyWaits, handledBy
    case queueFull, unlisted, takeOff, handledElsewhere, lastScan, noScans, ready, openTicket
    case clear, search, searchHint, searchHelp, noMatch, ticket, noName, close
    case valid, unpaid, blocked, revoked, replaced, unlistedTicket, admit, admitAnyway
    case paidAndAdmit, undo, markPaid, block, restore, really, pressAgain, reason
    case reasonHint, reasons, enterReason, noRuleObjects, rulesObject, noAnswer, actionUnanswered, notDone
    case pastScans, show, all, admitted, alreadyUsed, refused, forStaff, gateMoved
    case gateUnknown, pageOutdated, didAdmit, didPayAndAdmit, didUndo, entryAt, exitAt, nothingToUndo
    case undoTooLate, messageGone, messageDismissed, didPay, didBlock, didRestore, notListed, guestGone
    case guestTakenOff, nameNeeded, wrongPIN, tooManyTries, paidHere, showedReceipt, checkedIt, overruled
    case usedBefore, groupCount, unsigned, clockBehind, clockSetBack, clockSetForward, changedMeanwhile, rulesNowSay
    case rulesContent, gateNow, rulesObjectTo, movedBy, voided, changedTo, changedRow
    case sellHere, tier, noTier, people, guestName, mayStayEmpty, hasPaid, freeOfCharge, sellAndAdmit
    case didSell, soldBefore, salesOff, notSoldNow, freeNeedsReason, peopleWrong, guestNameWrong
}
