// A folder of pictures in the place of a camera, for tests and demonstrations.

/// Gives the pictures of a folder as frames, in the order of their names.
public actor FrameFolder: FrameSource {
    /// The name that sightings carry.
    public nonisolated let name: String
    private let paths: [String]
    private let interval: Duration
    private let isRepeated: Bool
    private let limits: ImageLimits
    private let decoder: PictureDecoder
    private var sequence: UInt32 = 0
    private var due: ContinuousClock.Instant?

    /// - Parameters:
    ///   - path: The folder; files that are no pictures by name are left out, folders in it are not entered.
    ///   - name: The name that sightings carry; the folder's path by default.
    ///   - framesPerSecond: The rate; nil for as fast as they are asked for.
    ///   - isRepeated: Start again after the last one, for ever.
    ///   - limits: Larger pictures are not read.
    ///   - place: Where they are decoded.
    /// - Throws: ``ImageFileError/cannotRead(errno:)`` where the folder cannot be listed.
    public init(
        path: String,
        name: String? = nil,
        framesPerSecond: Double? = nil,
        isRepeated: Bool = false,
        limits: ImageLimits = ImageLimits(),
        decodingAt place: DecoderPlace = .here
    ) throws(ImageFileError) {
        self.name = name ?? path
        self.paths = try FolderNames.list(path).filter(ImageFile.isPicture).sorted().map { "\(path)/\($0)" }
        self.interval = framesPerSecond.map { .seconds(1) / $0 } ?? .zero
        self.isRepeated = isRepeated
        self.limits = limits
        self.decoder = PictureDecoder(place, limits: limits)
    }

    /// Waits until the next picture is due and reads it.
    ///
    /// - Returns: The picture or why it could not be read; nil after the last one, or when the task was cancelled.
    public func next() async -> CameraEvent? {
        guard !paths.isEmpty, isRepeated || sequence < paths.count, await waitUntilDue() else { return nil }
        let path = paths[Int(sequence) % paths.count]
        sequence &+= 1
        do {
            let frame = try await decoder.picture(inFile: path, limits: limits).frame
            return .frame(
                Frame(
                    width: frame.width, height: frame.height, luma: frame.luma,
                    instant: ContinuousClock.now, sequence: sequence))
        } catch let error as ImageFileError {
            return .unreadable(file: path, error)
        } catch {
            // There is no process for it, and may be for the next.
            return .unreadable(file: path, .outOfMemory)
        }
    }

    /// - Returns: False when the task was cancelled.
    private func waitUntilDue() async -> Bool {
        if let due, interval > .zero { try? await Task.sleep(until: due, clock: .continuous) }
        due = ContinuousClock.now + interval
        return !Task.isCancelled
    }
}
