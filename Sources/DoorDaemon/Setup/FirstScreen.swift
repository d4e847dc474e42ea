// What a new box does until it has its settings, and an office's machine between its doors.

package import DoorConfiguration
import DoorDisplay
package import DoorInstallation
import DoorOutput
import DoorTexts
import HTTPSupport
import Ledger
package import Logging
import QRReader
import Scanner
import ServiceLifecycle
import Synchronization

/// Shows on the display that the box is not set up and what its camera sees, and offers every code to whoever knows
/// what settings are. On an office's machine it shows where the office is, until that has a door.
package struct FirstScreen {
    /// What became of a code or of a look at the stick.
    package enum Outcome: Sendable {
        /// It holds no settings.
        case nothing
        /// It holds settings that the box does not take, with a sentence that says why.
        case refused(String)
        /// The box has taken its settings.
        case taken
        /// The machine takes none any more: it is an office with an event.
        case office
    }

    /// Why the screen has ended.
    package enum Ending: Sendable {
        /// The box has taken its settings, or the program ends.
        case taken
        /// The office of this machine opens a door.
        case door
    }

    private let configuration: Configuration
    private let board: DisplayBoard
    private let preview = FramePreview()
    private let read: @Sendable (_ code: String) async -> Outcome
    private let look: @Sendable () async -> Outcome
    private let notices: OfficeNoticeReader
    private let logger: Logger

    /// Whether no settings are taken any more: the camera is the office's then, which tests it, and its door's.
    private let isOffice = Flag()
    private let hasDoor = Flag()

    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    /// How often the stick is looked at.
    private static let interval: Duration = .seconds(1)

    /// - Parameters:
    ///   - configuration: The configuration, for the camera and the display.
    ///   - first: What became of the first look at the stick.
    ///   - read: Takes the text of a code.
    ///   - look: Looks whether there are settings on the stick.
    ///   - notices: What the office of this machine says, if one runs.
    ///   - logger: Receives errors.
    package init(
        of configuration: Configuration, after first: Outcome,
        read: @escaping @Sendable (_ code: String) async -> Outcome,
        look: @escaping @Sendable () async -> Outcome, notices: OfficeNoticeReader, logger: Logger
    ) {
        (self.configuration, self.read, self.look, self.logger) = (configuration, read, look, logger)
        self.notices = notices
        var state = DoorState(event: "", gate: configuration.boxName, hasCamera: true)
        state.alerts[.notSetUp] = if case .refused(let sentence) = first { sentence } else { "" }
        board = DisplayBoard(state)
    }

    /// Runs within a service until the box has taken its settings, the office has a door, or the program ends.
    ///
    /// - Returns: Why it has ended.
    package func run() async throws -> Ending {
        hasDoor.isSet.store(false, ordering: .relaxed)
        let watch = ServiceGroupConfiguration.ServiceConfiguration(
            service: Watch(screen: self), successTerminationBehavior: .gracefullyShutdownGroup)
        var group = ServiceGroupConfiguration(
            services: [.init(service: server), watch], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: group).run()
        return hasDoor.isSet.load(ordering: .relaxed) ? .door : .taken
    }

    private var server: DisplayServer {
        var options = configuration.display
        // Nobody else can have a page before there is a PIN.
        if !options.address.isLocal { options.address = .standard }
        return DisplayServer(
            options: options, board: board, metrics: DoorMetrics(), preview: preview, staff: nil,
            office: { await notices.place },
            now: { WallClock.now.milliseconds }, onListening: { Terminal.note("display at http://\($0)/") },
            onError: { Terminal.note("doorcheck: \($0)") }, logger: logger)
    }

    /// Waits for settings from either side.
    private struct Watch: Service {
        let screen: FirstScreen

        func run() async {
            await cancelWhenGracefulShutdown {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await screen.watchStick() }
                    group.addTask { await screen.watchCamera() }
                    group.addTask { await screen.watchOffice() }
                    await group.next()
                    group.cancelAll()
                }
            }
        }
    }

    private func watchStick() async {
        while !Task.isCancelled {
            if !isOffice.isSet.load(ordering: .relaxed), await isTaken(await look()) { return }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Shows how the office is opened, with the code for the first account as long as there is none. Returns once the
    /// office has a door.
    private func watchOffice() async {
        while !Task.isCancelled {
            let notice = await notices.current
            if notice?.hasDoor == true { return hasDoor.isSet.store(true, ordering: .relaxed) }
            let sign = notice.map {
                OfficeSign(addresses: $0.addresses, code: $0.code, fingerprint: $0.fingerprint)
            }
            // An office with an event that starts again comes back to its address.
            if sign != nil || !isOffice.isSet.load(ordering: .relaxed) { await board.update { $0.office = sign } }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Returns only with settings; without a camera there is the stick.
    private func watchCamera() async {
        if await readCodes() { return }
        await board.update { $0.alerts[.noCamera] = nil }
        while !Task.isCancelled { try? await Task.sleep(for: Self.interval) }
    }

    /// Returns whether the box has taken settings; otherwise nobody needs the camera here any more.
    private func readCodes() async -> Bool {
        let camera = VideoCamera(path: configuration.cameraPath, request: configuration.video)
        let decoder = PictureDecoder(.outOfProcess)
        while let event = await camera.next(), !isOffice.isSet.load(ordering: .relaxed) {
            if case .lost(let error) = event { await board.update { $0.alerts[.noCamera] = error.description } }
            guard case .frame(let captured) = event else { continue }
            let picture = try? await decoder.read(captured, from: camera, keepsPixels: true)
            await board.update { $0.alerts[.noCamera] = nil }
            if let frame = picture?.frame { preview.show(frame, of: camera.name) }
            for code in picture?.codes.compactMap(\.text) ?? [] where await isTaken(await read(code)) {
                return true
            }
        }
        return false
    }

    private func isTaken(_ outcome: Outcome) async -> Bool {
        switch outcome {
        case .nothing: return false
        case .taken: return true
        case .office:
            isOffice.isSet.store(true, ordering: .relaxed)
            return false
        case .refused(let sentence):
            await board.update { $0.alerts[.notSetUp] = sentence }
            return false
        }
    }
}
