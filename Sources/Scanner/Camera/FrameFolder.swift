// A folder of pictures used in place of a camera, for tests and demonstrations.

internal import QRReader

/// Delivers the pictures of a folder as frames, in the order of their names.
public actor FrameFolder: FrameSource {
    /// The source name in sightings.
    public nonisolated let name: String
    private let files: [File]
    private let interval: Duration
    private let isRepeated: Bool
    private let limits: ImageLimits
    private let decoder: PictureDecoder
    private var sequence: UInt32 = 0
    private var due: ContinuousClock.Instant?

    /// A picture file, or one that no path leads to because its name is not UTF-8.
    private struct File {
        let path: String
        let hasPath: Bool
    }

    /// Creates a source from a folder.
    ///
    /// - Parameters:
    ///   - path: The folder; files whose names are not those of pictures are skipped, and subfolders are not
    ///     searched.
    ///   - name: The source name in sightings; the folder's path by default.
    ///   - framesPerSecond: The frame rate; nil for as fast as frames are requested.
    ///   - isRepeated: Whether to start again after the last picture, indefinitely.
    ///   - limits: The size limits; larger pictures are not read.
    ///   - location: The process that decodes the pictures.
    /// - Throws: ``ImageFileError/cannotRead(errno:)`` if the folder cannot be listed.
    public init(
        path: String,
        name: String? = nil,
        framesPerSecond: Double? = nil,
        isRepeated: Bool = false,
        limits: ImageLimits = ImageLimits(),
        decodingAt location: DecoderLocation = .inProcess
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
        self.decoder = PictureDecoder(location, limits: limits)
    }

    /// Waits until the next picture is due and reads it.
    ///
    /// - Returns: The picture, or the reason why it could not be read; nil after the last picture, or if the task was
    ///   cancelled.
    public func next() async -> CameraEvent? {
        guard !files.isEmpty, isRepeated || sequence < files.count, await waitUntilDue() else { return nil }
        let file = files[Int(sequence) % files.count]
        let path = file.path
        sequence &+= 1
        guard file.hasPath else { return .unreadable(file: path, .nameNotUTF8) }
        do {
            let frame = try await decoder.picture(inFile: path, limits: limits).frame
            return .frame(CapturedFrame(.luma(frame), instant: .now, sequence: sequence))
        } catch let error as ImageFileError {
            return .unreadable(file: path, error)
        } catch {
            // No decoder process could be started; the next picture may get one.
            return .unreadable(file: path, .outOfMemory)
        }
    }

    /// Waits until the next picture is due.
    ///
    /// - Returns: False if the task was cancelled.
    private func waitUntilDue() async -> Bool {
        if let due, interval > .zero { try? await Task.sleep(until: due, clock: .continuous) }
        due = ContinuousClock.now + interval
        return !Task.isCancelled
    }
}
