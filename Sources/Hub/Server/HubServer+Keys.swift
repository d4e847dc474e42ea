// The address for event keys.

import Hummingbird
import Ledger
import NIOCore
import Sync
import TicketSigning

extension HubServer {
    /// Each key is sealed for the box that asks: whoever listens, or serves the web before the hub, reads none.
    func addKeys(to router: RouterGroup<BoxContext>) {
        router.get("/keys") { _, context in
            let box = context.box
            let keys = try await eventKeys().filter { box.sees($0.event) }
            return try json(
                Wire.Keys(
                    keys: try keys.map { key in
                        guard let sealed = box.publicKey.seal(KeyFile.bytes(of: key)) else {
                            throw ProblemResponse(
                                .serviceUnavailable, "The hub cannot seal keys; its machine lacks libsodium.")
                        }
                        return Wire.Keys.Key(
                            event: key.event, epoch: key.epoch, id: key.keyID.description, sealed: RecordBytes(sealed)
                        )
                    }
                )
            )
        }
    }
}
