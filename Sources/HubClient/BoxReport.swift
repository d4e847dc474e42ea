// What a box tells its hub of itself.

package import Ledger
import Synchronization

/// The version of a box's program, and the gate of its open door. Each request to the hub has both in headers, which
/// like the box's clock are not signed: they are only shown to people.
public final class BoxReport: Sendable {
    /// The version of the program.
    let version: String
    private let source = Mutex<(@Sendable () -> GateName)?>(nil)

    /// - Parameter version: The version of the program, in at most 40 letters, digits, dots, hyphens and plus signs.
    public init(version: String) { self.version = version }

    /// The gate at this moment; `nil` if no door is open.
    var gate: GateName? { source.withLock { $0 }?() }

    /// Tells the gate of a door from now on.
    ///
    /// - Parameter gate: Returns the gate at this moment.
    package func follow(_ gate: @escaping @Sendable () -> GateName) { source.withLock { $0 = gate } }
}
