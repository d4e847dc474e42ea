// Who is told of alerts, as the configuration says.

import Alerts
import DoorConfiguration
import DoorOutput
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
