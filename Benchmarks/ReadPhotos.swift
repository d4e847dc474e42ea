// read: folders of pictures, whole programs.

import FoundationEssentials
import Glibc
import Scanner

/// Pictures per second of `doorcheck read` against `zbarimg`, whole processes on the same files, and codes read.
struct ReadPhotos: Benchmark {
    let name = "read"
    let summary = "pictures per second of doorcheck read against zbarimg, on one core and on all, and codes read"

    func run(in workshop: Workshop) async throws -> Outcome {
        guard let folder = workshop.images else {
            return .skipped("\(name) needs a folder of pictures: give --images FOLDER or set DOORCHECK_IMAGES.")
        }
        let found = try Self.pictures(below: folder)
        let pictures = workshop.isQuick ? stride(from: 0, to: found.count, by: 10).map { found[$0] } : found
        // Else the ImageMagick in zbarimg starts a thread per core.
        setenv("MAGICK_THREAD_LIMIT", "1", 1)
        let ours = try DoorCheckProgram(pictures: pictures, workshop: workshop)
        let theirs = ZBarProgram(pictures: pictures, workshop: workshop)
        let rounds = workshop.isQuick ? 1 : 2
        func compare(cores: Int, by clock: (() throws -> Void) async throws -> Double) async throws -> Samples {
            try await Samples(rounds: rounds) {
                try await clock { try ours.read(cores: cores) }
            } theirs: {
                try await clock { try theirs.read(cores: cores) }
            }.map { Double(pictures.count) / $0 }
        }
        let one = try await compare(cores: 1) { try ChildProcess.processorSeconds(of: $0) }
        let codes = Samples(ours: Double(ours.codesRead()), theirs: Double(theirs.codesRead()))
        let all = try await compare(cores: ProcessInfo.processInfo.activeProcessorCount) { body in
            try await seconds { try body() }
        }
        return .figures([
            Figure(name, in: .perSecond, against: "zbarimg, per second of one core", goal: .atLeast(10), one),
            Figure(name + ".all-cores", in: .perSecond, against: "zbarimg, a process per core", all),
            Figure(name + ".codes", in: .codes, against: "zbarimg", codes),
        ])
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
