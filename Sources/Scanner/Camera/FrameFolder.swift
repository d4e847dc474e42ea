// A folder of pictures in the place of a camera, for tests and demonstrations.

/// Gives the pictures of a folder as frames, in the order of their names.
public actor FrameFolder: FrameSource {
    /// The name that sightings carry.
    public nonisolated let name: String
    private let files: [File]
    private let interval: Duration
    private let isRepeated: Bool
    private let limits: ImageLimits
    private let decoder: PictureDecoder
    private var sequence: UInt32 = 0
    private var due: ContinuousClock.Instant?

    /// A picture, or one whose name is not UTF-8, so that no path leads to it.
    private struct File {
        let path: String
        let hasPath: Bool
    }

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
        decodingAt place: DecoderLocation = .here
    ) throws(ImageFileError) {
        self.name = name ?? path
        let found = try FolderNames(of: path)
        let files =
            found.names.map { File(path: "\(path)/\($0)", hasPath: true) }
            + found.otherNames.map { File(path: "\(path)/\($0)", hasPath: false) }
        self.files = files.filter { ImageFile.isPicture(name: $0.path) }.sorted { $0.path < $1.path }
        self.interval = framesPerSecond.map { .seconds(1) / $0 } ?? .zero
        self.isRepeated = isRepeated
        self.limits = limits
        self.decoder = PictureDecoder(place, limits: limits)
    }

    /// Waits until the next picture is due and reads it.
    ///
    /// - Returns: The picture or why it could not be read; nil after the last one, or when the task was cancelled.
    public func next() async -> CameraEvent? {
        guard !files.isEmpty, isRepeated || sequence < files.count, await waitUntilDue() else { return nil }
        let file = files[Int(sequence) % files.count]
        let path = file.path
        sequence &+= 1
        guard file.hasPath else { return .unreadable(file: path, .nameNotUTF8) }
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
