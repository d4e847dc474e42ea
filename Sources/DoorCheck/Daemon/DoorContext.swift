// At which gate the door stands, which staff can change while it is open.

import Admission
import Ledger
import Synchronization
import TicketSigning

/// The desk that judges now, and the codes before the door.
final class DoorContext: Sendable {
    /// What the cameras see.
    let inView = CodeDeduplicator()
    private let current: Mutex<AdmissionDesk>

    /// - Parameter desk: At the gate where the door opens.
    init(_ desk: AdmissionDesk) {
        current = Mutex(desk)
    }

    /// The desk at the gate of the moment.
    var desk: AdmissionDesk { current.withLock { $0 } }

    /// The gate of the moment.
    var gate: GateName { desk.gate.name }

    /// Checks tickets with other keys from now on.
    ///
    /// - Parameter keys: All that this box has.
    func trust(_ keys: KeyRing) {
        current.withLock { $0 = $0.trusting(TicketVerifier(keyRing: keys)) }
    }

    /// Judges by another gate's rules from now on, also a code that is being held before the camera.
    ///
    /// - Parameter gate: Of the same event.
    func move(to gate: GateName) {
        current.withLock { $0 = $0.moved(to: gate) }
        inView.forget()
    }
}
