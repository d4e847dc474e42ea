// The staff page's texts other than verdicts.

/// A text of the staff page or of an answer to it, which identifies it by its raw value.
public enum StaffLabel: String, CaseIterable, Sendable {
    case yourName, pin, logIn, logOut, gate, closed, exitGate, checkGate
    case disconnected, listState, sharingState, counts, shownAgain, cannotRecord, noCamera, noScanner
    case clockNotTrusted, cameraMissing, scannerMissing, messages, dismiss, waiting, nobodyWaits, handledBy
    case queueFull, unlisted, takeOff, handledElsewhere, lastScan, noScans, ready, openTicket
    case clear, search, searchHint, searchHelp, noMatch, ticket, noName, close
    case valid, unpaid, blocked, revoked, replaced, admit, admitAnyway, paidAndAdmit
    case undo, markPaid, block, restore, really, pressAgain, reason, reasonHint
    case reasons, enterReason, noRuleObjects, rulesObject, noAnswer, actionUnanswered, notDone, pastScans
    case show, all, admitted, alreadyUsed, refused, forStaff, gateMoved, gateUnknown
    case pageOutdated, didAdmit, didPayAndAdmit, didUndo, entryAt, exitAt, nothingToUndo, undoTooLate
    case messageGone, messageDismissed, didPay, didBlock, didRestore, notListed, guestGone, guestTakenOff
    case nameNeeded, wrongPIN, tooManyTries, paidHere, showedReceipt, checkedIt, overruled, usedBefore
    case groupCount, unsigned, clockBehind, clockSetBack, clockSetForward, changedMeanwhile, rulesNowSay, rulesContent
    case gateNow, rulesObjectTo, movedBy, voided, changedTo, changedRow
}
