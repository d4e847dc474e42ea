// Configurations, right and wrong.

import FoundationEssentials
import Ledger
import Mail
import Scanner
import TestSupport
import Testing

@testable import DoorConfiguration

struct ConfigurationTests {
    func configuration(_ text: String, environment: [String: String] = [:]) throws -> Configuration {
        try Configuration(file: ConfigurationFile(path: "/etc/box/d.toml", text: text), environment: environment)
    }

    @Test("The example file holds every key at its default, with its meaning, in the order of the code")
    func example() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "config/doorcheck.example.toml").path()
        let file = try ConfigurationFile(path: path)
        let defaults = ConfigurationKey.allCases.map { ($0, $0.defaultValue) }
        #expect(file.values == Dictionary(uniqueKeysWithValues: defaults))
        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        var rest = text[...]
        for key in ConfigurationKey.allCases {
            #expect(text.contains(key.meaning), "\(key.rawValue) is not explained as in the code")
            let name = key.rawValue.split(separator: ".").last.map(String.init) ?? ""
            let place = try #require(rest.firstRange(of: "\n\(name) = \(key.defaultValue)\n"), "\(key.rawValue)")
            rest = rest[place.upperBound...]
        }
    }

    @Test("The environment goes before the file, the file before the default, and each value knows its origin")
    func precedence() throws {
        let settings = try configuration(
            "gate = \"north\"\n[camera]\nwidth = 640\n",
            environment: ["DOORCHECK_CAMERA_WIDTH": "1920"]
        )
        #expect(settings.gate.text == "north" && settings.video.width == 1920 && settings.video.height == 720)
        #expect(settings.setting(of: .gate).origin == .file("/etc/box/d.toml"))
        #expect(settings.setting(of: .cameraWidth).origin == .environment("DOORCHECK_CAMERA_WIDTH"))
        #expect(settings.setting(of: .cameraHeight).origin == .builtIn)
    }

    @Test("Relative paths of a file are relative to its folder; absolute ones stay")
    func paths() throws {
        #expect(try configuration("ledger = \"l.sqlite\"").ledgerPath == "/etc/box/l.sqlite")
        #expect(try configuration("ledger = \"/l.sqlite\"").ledgerPath == "/l.sqlite")
        #expect(try Configuration(file: nil, environment: ["DOORCHECK_KEYS": "k"]).keysFolder == "k")
    }

    @Test("A camera is one path or a list of them, each once, in the file and in the environment")
    func cameras() throws {
        #expect(try configuration("camera.device = \"v\"").cameraPaths == ["/etc/box/v"])
        let several = try configuration("[camera]\ndevice = [\"/dev/video0\", \"v\", \"/dev/video0\"]")
        #expect(several.cameraPaths == ["/dev/video0", "/etc/box/v"] && several.cameraPath == "/dev/video0")
        let variable = try Configuration(file: nil, environment: ["DOORCHECK_CAMERA_DEVICE": "/dev/v:1,/dev/v2"])
        #expect(variable.cameraPaths == ["/dev/v:1", "/dev/v2"])
        for wrong in ["[]", "[\"\"]", "[1]", "\"\""] {
            let error = #expect(throws: ConfigurationError.self) { try configuration("[camera]\ndevice = \(wrong)") }
            let sentence = "a path in quotation marks, or several in brackets: [\"…\", \"…\"]."
            #expect(error?.description == "/etc/box/d.toml:2: `camera.device` expects \(sentence)")
        }
    }

    @Test(
        "Every mistake names file, line and key, and what was expected",
        arguments: [
            (
                "\n[camera]\nwidht = 1\n",
                "/etc/box/d.toml:3: unknown key `camera.widht`; did you mean `camera.width`?"
            ),
            ("x = 1", "/etc/box/d.toml:1: unknown key `x`; `doorcheck config show` lists the keys."),
            ("gate = 5", "/etc/box/d.toml:1: `gate` expects 1 to 32 letters, digits or hyphens in quotation marks."),
            (
                "[camera]\n\nheight = \"720\"",
                "/etc/box/d.toml:3: `camera.height` expects a whole number from 120 to 4320."
            ),
            ("[camera]\nrate = 0", "/etc/box/d.toml:2: `camera.rate` expects a whole number from 1 to 240."),
            ("box = \"\"", "/etc/box/d.toml:1: `box` expects text in quotation marks."),
            ("gate = \"a\"\nledger = \"\"", "/etc/box/d.toml:2: `ledger` expects a path in quotation marks."),
            ("[screen]", "/etc/box/d.toml: unknown key `screen`; `doorcheck config show` lists the keys."),
            (
                "event = \"Night\"",
                "/etc/box/d.toml:1: `event` expects the short name of an event (1 to 32 of a-z, 0-9 and -) in "
                    + "quotation "
                    + "marks, or \"\"."
            ),
            (
                "[hub.alerts]\nmail_to = \"ada@example.org, bo\"",
                "/etc/box/d.toml:2: `hub.alerts.mail_to` expects mail addresses separated by commas, such as "
                    + "\"ada@example.org, bo@example.org\", or \"\"."
            ),
            (
                "[hub.alerts]\nsmtp = \"smtps://hub:secret@mail.example\"",
                "/etc/box/d.toml:2: `hub.alerts.smtp` expects an address such as \"smtps://mail.example:465\" or "
                    + "\"smtp://localhost:25\", without a user, or \"\"."
            ),
            (
                "gate = \"a b\"",
                "/etc/box/d.toml:1: `gate` expects 1 to 32 letters, digits or hyphens in quotation marks."
            ),
        ]
    )
    func mistakes(text: String, sentence: String) {
        let error = #expect(throws: ConfigurationError.self) { try configuration(text) }
        #expect(error?.description == sentence)
    }

    @Test(
        "What is not TOML or not taken is refused with its line, also what the parser would end the process over",
        arguments: [
            "box = [", "[.a]", "box = [}", "box = 2020-01-01t:", "box = \"a\" b", "box = \"\"\"", "= 1", "[a", "box",
            "hub = { url = \"http://a\" }",
        ]
    )
    func notTOML(line: String) {
        let error = #expect(throws: ConfigurationError.self) { try configuration("gate = \"a\"\r\n\(line)\n") }
        let sentence =
            "/etc/box/d.toml:2: syntax error: expected `[table]`, `key = value` or `# comment`; a value is text "
            + "in quotes, a number, true, false or a list of these in [ ]."
        #expect(error?.description == sentence)
    }

    @Test("A key given twice, and an escape that is none, are refused with their line")
    func parserRefusals() {
        for line in ["gate = \"b\"", "box = \"\\q\""] {
            let error = #expect(throws: ConfigurationError.self) { try configuration("gate = \"a\"\n\(line)\n") }
            #expect(error?.description.hasPrefix("/etc/box/d.toml:2: syntax error: ") == true)
        }
    }

    @Test(
        "Lines as TOML writes them are taken",
        arguments: ["\t# c", " [ \"a\" . b ] # c", "a.b = 'x' # \"", "a = [1, 'b', true,]"])
    func lines(line: String) {
        #expect(ConfigurationLine().isOne(line[...]))
    }

    @Test("Mail addresses are separated by commas, and a mail server has neither a path nor a user")
    func alerts() throws {
        let text = "[hub.alerts]\nmail_to = \" ada@example.org ,bo@example.org\"\nsmtp = \"smtp://[::1]:25\""
        let settings = try configuration(text)
        #expect(settings.alertsRecipients.map(\.address) == ["ada@example.org", "bo@example.org"])
        #expect(settings.alertsServer == "smtp://[::1]:25")
        let servers = ["http://a", "smtp://", "smtp://a/b", "smtp://a//b", "smtp://a@b", "smtp://a?b", "smtp://a b"]
        for wrong in servers + ["smtp://a\r"] {
            #expect(!ConfigurationValue.text(wrong).fits(.mailServer), "\(wrong)")
        }
        for wrong in ["a", "a@b@c", "a@example.org\nb@example.org", "<a@example.org>", "A <a@example.org>"] {
            #expect(!ConfigurationValue.text(wrong).fits(.mailAddress), "\(wrong)")
        }
    }

    @Test("The camera's controls are what the keys say, and what is kept is not set")
    func tuning() throws {
        let start = try configuration("").video.tuning
        #expect(start == CameraTuning(exposure: .automatic, focus: .automatic, keepsRate: true))
        let text = """
            [camera]
            exposure = "manual"
            exposure_time = 83
            focus = "fixed"
            focus_place = 30
            power_line = "60"
            priority = "light"
            """
        let manual = CameraTuning(
            exposure: .manual(tenthsOfMillisecond: 83), focus: .fixed(30), powerLine: .hertz60, keepsRate: false)
        #expect(try configuration(text).video.tuning == manual)
        let kept = try configuration("[camera]\nexposure = \"keep\"\nfocus = \"keep\"\npriority = \"keep\"")
        #expect(kept.video.tuning == CameraTuning())
    }

    @Test("A word that is no choice is refused with the choices")
    func noChoice() {
        let error = #expect(throws: ConfigurationError.self) { try configuration("[camera]\nfocus = \"sharp\"") }
        let sentence = "/etc/box/d.toml:2: `camera.focus` expects one of \"auto\", \"fixed\", \"keep\"."
        #expect(error?.description == sentence)
    }

    @Test("A variable of the wrong kind is named")
    func badVariable() {
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(file: nil, environment: ["DOORCHECK_CAMERA_RATE": "fast"])
        }
        #expect(error?.description == "DOORCHECK_CAMERA_RATE: `camera.rate` expects a whole number from 1 to 240.")
    }

    @Test("Everything that is wrong is told at once, a line each")
    func several() throws {
        let file = #expect(throws: ConfigurationError.self) {
            try configuration("gate = \"a b\"\nbogs = 1\n[camera]\nwidth = 1\n")
        }
        let lines = "\(try #require(file))".split(separator: "\n")
        #expect(
            lines.count == 3 && Set(lines.compactMap { $0.split(separator: ":").dropFirst().first }) == ["1", "2", "4"])
        let environment = #expect(throws: ConfigurationError.self) {
            try configuration("", environment: ["DOORCHECK_GATE": "a b", "DOORCHECK_CAMERA_WIDTH": "x"])
        }
        #expect("\(try #require(environment))".split(separator: "\n").count == 2)
    }

    @Test("What a variable expects has no quotation marks, which it would not have either")
    func bare() throws {
        for key in ConfigurationKey.allCases { #expect(!key.kind.bareExpectation.contains("\"")) }
        let error = #expect(throws: ConfigurationError.self) {
            try configuration("", environment: ["DOORCHECK_GATE": "a b"])
        }
        #expect("\(try #require(error))" == "DOORCHECK_GATE: `gate` expects 1 to 32 letters, digits or hyphens.")
    }

    @Test("A variable that only looks like one of ours is refused, others are let be")
    func unknownVariable() throws {
        _ = try Configuration(file: nil, environment: ["DOORCHECK_CONFIG": "x", "HOME": "/"])
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(file: nil, environment: ["DOORCHECK_GAET": "main"])
        }
        #expect(error == .unknownVariable("DOORCHECK_GAET"))
    }

    @Test("Random text never traps")
    func randomText() {
        var random = SeededGenerator()
        let tokens = [
            "a", "gate", ".", "=", " = ", "[", "]", "\"", "'", "#", "\n", " ", "1", "é", "_", "{", "}", ",", "-", "+",
            "0x", "t",
            "nan", ":", "\t", "\r\n", "\"\"\"", "\u{1}", "\\", "2020-01-01", "\u{301}", "\u{2028}", "\"a\"", "\na = ",
        ]
        for _ in 0..<5000 {
            let count = Int.random(in: 1..<12, using: &random)
            let text = (0..<count).compactMap { _ in tokens.randomElement(using: &random) }.joined()
            _ = try? configuration(text)
        }
    }
}
