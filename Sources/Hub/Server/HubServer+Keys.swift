// The route for event keys.

import HubProtocol
import Hummingbird
import Ledger
import NIOCore
import Sync
import TicketSigning

extension HubServer {
    /// Adds the key route. Each key is sealed for the requesting box, so neither eavesdroppers nor a reverse proxy
    /// can read it.
    func addKeys(to router: RouterGroup<BoxContext>) {
        router.get("/keys") { _, context in
            let box = context.box
            let keys = try await eventKeys().filter { box.sees($0.event) }
            return try json(
                Wire.Keys(
                    keys: try keys.map { key in
                        guard let sealed = box.publicKey.seal(KeyFile.bytes(of: key)) else {
                            throw ProblemResponse(
                                .serviceUnavailable, "The hub cannot seal keys because its machine lacks libsodium.")
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
