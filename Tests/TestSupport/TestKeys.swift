// The keys of tests' boxes.

public import Ledger
public import Sync
import Synchronization
import TicketSigning

/// Keys by their boxes, also of ledgers that were copied or opened again.
private let keyOfBox = Mutex<[BoxID: BoxKey]>([:])

extension Ledger {
    /// Creates a ledger of a new box, whose key is ``testKey``.
    ///
    /// - Parameters:
    ///   - path: The new file.
    ///   - boxName: The box's name.
    ///   - user: The process that creates it.
    /// - Throws: `LedgerError`.
    public init(creating path: String, boxName: String, as user: LedgerUser = .unnamed) throws {
        let key = try BoxKey()
        keyOfBox.withLock { $0[key.box] = key }
        try self.init(creating: path, boxName: boxName, key: key.publicKey.bytes, as: user)
    }

    /// The key of the ledger's box, which a test created.
    public var testKey: BoxKey {
        get async throws {
            let box = try await ownBox().id
            guard let key = keyOfBox.withLock({ $0[box] }) else { throw SyncFileError.noCryptography }
            return key
        }
    }
}
