// read: folders of pictures, complete programs.

import FoundationEssentials
import Glibc
import Scanner

/// Pictures per second of `doorcheck read` and `zbarimg`, as complete processes on the same files, and codes read.
struct ReadPhotos: Benchmark {
    let name = "read"
    let summary = "pictures per second of doorcheck read against zbarimg, on one core and on all, and codes read"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        guard let folder = context.images else {
            return .skipped("\(name) needs a folder of pictures: give --images FOLDER or set DOORCHECK_IMAGES.")
        }
        let found = try Self.pictures(below: folder)
        let pictures = context.isQuick ? stride(from: 0, to: found.count, by: 10).map { found[$0] } : found
        // Otherwise, the ImageMagick in zbarimg starts a thread per core.
        setenv("MAGICK_THREAD_LIMIT", "1", 1)
        let ours = try DoorCheckProgram(pictures: pictures, context: context)
        let theirs = ZBarProgram(pictures: pictures, context: context)
        let one = try await Self.onOneCore(pictures, in: context)
        let codes = Samples(ours: Double(ours.codesRead()), theirs: Double(theirs.codesRead()))
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let all = try await Samples(rounds: Self.rounds(context)) {
            try await seconds { try ours.read(cores: cores) }
        } theirs: {
            try await seconds { try theirs.read(cores: cores) }
        }.map { Double(pictures.count) / $0 }
        var figures = [
            Figure(name, in: .perSecond, against: "zbarimg, per second of one core", one),
            Figure(name + ".all-cores", in: .perSecond, against: "zbarimg, a process per core", all),
            Figure(name + ".codes", in: .codes, against: "zbarimg", codes),
        ]
        // Cameras produce JPEG; most other files are small drawings.
        let photographs = pictures.filter { [".jpg", ".jpeg"].contains(where: $0.lowercased().hasSuffix) }
        if !photographs.isEmpty {
            let samples = try await Self.onOneCore(photographs, in: context)
            figures.append(
                Figure(
                    name + ".photographs", in: .perSecond, against: "zbarimg, per second of one core",
                    goal: .atLeast(10), samples))
        }
        return .figures(figures)
    }

    private static func rounds(_ context: BenchmarkContext) -> Int { context.isQuick ? 1 : 2 }

    /// Measures pictures per second of processor time.
    private static func onOneCore(_ pictures: [String], in context: BenchmarkContext) async throws -> Samples {
        let ours = try DoorCheckProgram(pictures: pictures, context: context)
        let theirs = ZBarProgram(pictures: pictures, context: context)
        return try await Samples(rounds: rounds(context)) {
            try ChildProcess.processorSeconds { try ours.read(cores: 1) }
        } theirs: {
            try ChildProcess.processorSeconds { try theirs.read(cores: 1) }
        }.map { Double(pictures.count) / $0 }
    }

    private static func pictures(below folder: String) throws -> [String] {
        guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder) else {
            throw BenchmarkError.folder(path: folder, errno: errno)
        }
        let names = paths.filter(ImageFile.isPicture(name:)).sorted()
        guard !names.isEmpty else { throw BenchmarkError.noPictures(folder: folder) }
        return names.map { folder + "/" + $0 }
    }
}
