// The door's current gate, which staff can change while the door is open.

import Admission
import Ledger
import Scanner
import Synchronization
import TicketSigning

/// The current desk and the codes in view.
final class DoorContext: Sendable {
    /// The codes that the cameras see.
    let inView: CodeDeduplicator
    private let current: Mutex<AdmissionDesk>

    /// - Parameters:
    ///   - desk: The desk at the door's initial gate.
    ///   - inView: The codes that the cameras see: none yet.
    init(_ desk: AdmissionDesk, inView: CodeDeduplicator = CodeDeduplicator()) {
        current = Mutex(desk)
        self.inView = inView
    }

    /// The desk at the current gate.
    var desk: AdmissionDesk { current.withLock { $0 } }

    /// The current gate.
    var gate: GateName { desk.gate.name }

    /// Replaces the keys that verify tickets.
    ///
    /// - Parameter keys: All keys of this box.
    func trust(_ keys: KeyRing) {
        current.withLock { $0 = $0.trusting(TicketVerifier(keyRing: keys)) }
    }

    /// Switches to another gate's rules, even for a code that is still in view of the camera.
    ///
    /// - Parameter gate: Another gate of the same event.
    func move(to gate: GateName) {
        current.withLock { $0 = $0.moved(to: gate) }
        inView.forget()
    }
}
