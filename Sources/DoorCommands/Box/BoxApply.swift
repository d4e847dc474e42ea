// `doorcheck box apply`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import FoundationEssentials
import Glibc
import HubClient

struct BoxApply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Take the settings of a new box, from the file or the code of `doorcheck box setup`.",
        discussion: """
            A new box does this when it starts. It takes all settings or none, and only while it has no event and no \
            key. Then it overwrites the secrets in the file. If something is wrong, it says where, also in PROBLEM.TXT \
            next to the file.

              sudo doorcheck box apply /media/DOORCHECK/box.toml
              sudo doorcheck box apply --camera
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The file.", completion: .file(extensions: ["toml"]))
    var file: String?

    @Flag(help: "Read the code with the camera.")
    var camera = false

    @Option(
        help: ArgumentHelp("The folder with the system of the box (default: this machine's).", valueName: "folder"),
        completion: .directory)
    var system: String?

    func validate() throws {
        guard (file == nil) == camera else { throw ValidationError("Give a file, or --camera.") }
    }

    func run() async throws {
        let settings = try configuration.load()
        guard let path = configuration.file else {
            throw CommandError(
                .noInput, "There is no configuration at \(Configuration.systemPath), which the package brings.")
        }
        let installer = BoxInstaller(of: settings, file: path, system: system ?? "")
        guard let file else {
            let setup = try await seen(by: settings)
            try await installer.install(setup)
            return tell(setup)
        }
        let problem = SetupProblem(beside: file)
        do {
            let setup = try BoxSetup(at: file)
            if !setup.isTaken {
                try await installer.install(setup)
                try setup.taken.replace(file)
                tell(setup)
            }
        } catch {
            problem.save(error)
            throw error as? BoxSetupError == nil ? error : CommandError(.badData, "\(file): \(error)")
        }
        problem.remove()
    }

    private func tell(_ setup: BoxSetup) {
        let hub = setup.invitation.map { " It joins the hub at \($0.address.host)." } ?? ""
        Terminal.note("This box is '\(setup.box.printable)' now.\(hub)")
    }

    /// Waits until the camera sees a code with settings.
    private func seen(by settings: Configuration) async throws -> BoxSetup {
        Terminal.note("Hold the code in front of the camera.")
        return try await CodeWatch(settings).first(ofKind: "doorcheck box setup") { text in
            try BoxSetup.read(code: text)
        }
    }
}

/// The file that says why a box did not take its settings, for somebody who sees nothing but the stick.
private struct SetupProblem {
    private let path: String

    init(beside file: String) {
        path = file.lastIndex(of: "/").map { file[...$0] + "PROBLEM.TXT" } ?? "PROBLEM.TXT"
    }

    /// The problem itself is reported anyway, so an error here, such as of a full or read-only stick, is not.
    func save(_ error: any Error) {
        let text = "The box did not take its settings.\n\n\(error)\n\nCorrect box.toml and start the box again.\n"
        try? OutputFile.save(Array(text.replacing("\n", with: "\r\n").utf8), to: path)
    }

    func remove() {
        unlink(path)
    }
}

extension BoxSetup {
    /// - Parameter path: A file of ``text``.
    /// - Throws: ``BoxSetupError``, ``FileError``.
    fileprivate init(at path: String) throws {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("read \(path)", errno: errno) }
        defer { close(descriptor) }
        // One byte more than the limit shows that the file has more.
        var bytes = [UInt8](repeating: 0, count: Self.limit + 1)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw FileError("read \(path)", errno: errno) }
        // Windows' editor puts a byte order mark first.
        let content = Array(bytes.prefix(count)).trimmingPrefix([0xEF, 0xBB, 0xBF])
        guard let text = String(validating: content, as: UTF8.self) else { throw BoxSetupError.notText }
        try self.init(text: text)
    }

    /// Replaces a file by these settings, and overwrites what it held.
    ///
    /// - Throws: ``FileError``.
    fileprivate func replace(_ path: String) throws {
        let old = open(path, O_WRONLY | O_CLOEXEC)
        guard old >= 0 else { throw FileError("write \(path)", errno: errno) }
        defer { close(old) }
        var status = stat()
        guard fstat(old, &status) == 0 else { throw FileError("write \(path)", errno: errno) }
        let head = "# A box has taken these settings. For another one, write new ones: doorcheck box setup.\n"
        try OutputFile.replace(path, with: Array((head + text).utf8))
        // The name is that of the new file; what remains open is the old one.
        let blanks = [UInt8](repeating: 0x20, count: Int(status.st_size))
        guard write(old, blanks, blanks.count) == blanks.count, fsync(old) == 0 else {
            throw FileError("write \(path)", errno: errno)
        }
    }
}
