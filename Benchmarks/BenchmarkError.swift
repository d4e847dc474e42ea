// Errors that end the benchmarks.

import Glibc

/// An error that ends the benchmarks; earlier measurements remain valid.
enum BenchmarkError: Error, CustomStringConvertible {
    /// The program was built without optimisation.
    case debugBuild
    /// There is no benchmark of this name.
    case unknown(name: String, known: [String])
    /// The folder for ledgers cannot be created or listed, or a file in it cannot be read or written.
    case folder(path: String, errno: Int32)
    /// A folder of pictures has no pictures.
    case noPictures(folder: String)
    /// A folder of labelled pictures lacks its list.
    case manifest(path: String)
    /// A program could not be started, or failed.
    case program(name: String, reason: String)
    /// SQLite's C API returned an error.
    case sqlite(action: String, code: Int32)
    /// The two sides did not do the same work, so their times cannot be compared.
    case unequal(what: String, ours: Int, theirs: Int)

    var description: String {
        switch self {
        case .debugBuild: "A debug build measures nothing of use; run scripts/bench, which builds for release."
        case .unknown(let name, let known):
            "There is no benchmark '\(name)'; there is: \(known.joined(separator: ", "))."
        case .folder(let path, let errno):
            "\(path) cannot be used: \(String(cString: strerror(errno))); expected a folder to read and write."
        case .noPictures(let folder): "There is no picture in \(folder); give a folder of JPEG, PNG, WebP or GIF files."
        case .manifest(let path):
            "\(path) does not list labelled pictures; give a folder whose manifest.json is as docs/performance.md says."
        case .program(let name, let reason): "\(name) \(reason); run it by hand to see why."
        case .sqlite(let action, let code): "SQLite could not \(action) (code \(code)); see sqlite.org/rescode.html."
        case .unequal(let what, let ours, let theirs):
            "The sides did not do the same: \(what) are \(ours) with ours and \(theirs) with the peer."
        }
    }

    /// The exit status from sysexits.h.
    var exitStatus: Int32 {
        switch self {
        case .unknown: 64
        case .noPictures, .manifest: 66
        case .debugBuild, .program: 69
        case .sqlite, .unequal: 70
        case .folder: 74
        }
    }
}
