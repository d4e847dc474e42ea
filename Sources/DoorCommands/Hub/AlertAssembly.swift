// Assembly of what tells people of alerts, as the configuration says.

import Alerts
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Hub
import Ledger
import Logging
import ServiceLifecycle
import TicketSigning

extension Configuration {
    /// Returns who is told when something goes wrong at the hub. Reads the file with the password.
    ///
    /// - Throws: ``CommandError`` if something is missing; `KeyFileError` for the file with the password.
    func alertSettings() throws -> AlertSettings {
        AlertSettings(webhook: alertsWebhookURL, mail: try alertMail(), authority: alertsAuthorityPath)
    }

    private func alertMail() throws -> AlertSettings.MailSettings? {
        guard !alertsRecipients.isEmpty else { return nil }
        guard let server = alertsServer, let from = alertsFrom else {
            throw CommandError(
                .configuration,
                "hub.alerts.mail_to names addresses; set hub.alerts.smtp and hub.alerts.mail_from as well.")
        }
        return AlertSettings.MailSettings(
            server: server, login: try alertLogin(), from: from, to: alertsRecipients)
    }

    private func alertLogin() throws -> (user: String, password: String)? {
        guard let user = alertsUser else { return nil }
        guard let path = alertsPasswordPath else {
            throw CommandError(
                .configuration,
                "hub.alerts.smtp_user names a user; set hub.alerts.smtp_password to a file with the password.")
        }
        let lines = String(decoding: try PrivateFile.read(path), as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.count == 1, let line = lines.first else {
            throw KeyFileError.malformed(path: path, line: 1, expected: "the password, and nothing else")
        }
        return (user, String(line))
    }
}

extension CommandContext {
    /// Puts together what tells people of what goes wrong at the hub.
    ///
    /// - Parameters:
    ///   - channels: The channels; without any, only the organiser's page has the alerts.
    ///   - service: The hub.
    ///   - organiser: The hub's own ledger, whose page shows the alerts.
    ///   - logger: Logs when a channel fails.
    /// - Returns: Services that run beside the hub's server.
    /// - Throws: `LedgerError`.
    func alertServices(
        by channels: [AlertSender], watching service: HubService, _ organiser: OrganiserDashboard, logger: Logger
    ) async throws -> [any Service] {
        let now = { @Sendable in WallClock.now.milliseconds }
        let book = AlertBook(
            path: configuration.alertsFilePath, channels: channels.map(\.name), now: now(), logger: logger)
        await organiser.show(book)
        let watch = HubAlerts(service, organiser: organiser, book: book, logger: logger)
        guard !channels.isEmpty else { return [watch] }
        return [
            watch,
            AlertDelivery(book, by: channels, hub: try await ledger.ownBox().name, now: now, logger: logger),
        ]
    }
}
