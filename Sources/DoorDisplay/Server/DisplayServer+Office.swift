// The way to the office of the same machine.

import CEmbedded
import HTTPSupport
import Hummingbird

extension DisplayServer {
    func addOffice(to router: some RouterMethods<DisplayContext>) {
        router.get("/office") { request, context in
            await office()?.redirect(for: request, at: context.local, isThisMachine: context.isThisMachine)
                ?? Self.officeAway.response
        }
    }

    private static var officeAway: PageFile { PageFile(embedded_office_away_html(), .page) }
}
