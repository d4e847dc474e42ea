// swift-tools-version: 6.2
import Glibc
import PackageDescription

/// Rules for our own targets only; as command-line flags they would rebuild every dependency.
var strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
#if compiler(>=6.3)
    strict.append(.treatAllWarnings(as: .error))
#else
    // 6.2 takes some closures of actors for races, and as Debian packages it, some borrows for mistakes of its own. It
    // builds what 6.3 checks. For it `@_lifetime` says what 6.3 knows by itself, and noncopyable structs whose `init` may
    // throw set their defaults there: it destroys defaults that such an `init` did not come to.
    strict += [
        .swiftLanguageMode(.v5), .enableUpcomingFeature("BareSlashRegexLiterals"),
        .enableUpcomingFeature("InferSendableFromCaptures"), .enableExperimentalFeature("Lifetimes"),
        .unsafeFlags(["-Xfrontend", "-sil-verify-none"]),
    ]
#endif

/// Pixel loops run 20 to 100 times slower unoptimised, too slow for a camera even in a debug build.
let optimised: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Formats that are read where their library is installed when the package is built: docs/adr/0013-foreign-pictures.md.
let parts = [
    (format: "HEIC", module: "CHEIF", library: "libheif", package: "libheif-dev"),
    (format: "PDF", module: "CPoppler", library: "poppler-glib", package: "libpoppler-glib-dev"),
    (format: "TIFF", module: "CTIFF", library: "libtiff-4", package: "libtiff-dev"),
].filter { part in
    let given = Context.environment["PKG_CONFIG_PATH"]?.split(separator: ":").map(String.init) ?? []
    let usual = ["x86_64-linux-gnu/", "aarch64-linux-gnu/", ""].map { "/usr/lib/\($0)pkgconfig" }
    return (given + usual + ["/usr/local/lib/pkgconfig"]).contains { access("\($0)/\(part.library).pc", R_OK) == 0 }
}
let withParts = strict + parts.map { .define($0.format) }

/// Fuzz targets: a file of this name in `Fuzz/`, and what it tries. Only `scripts/fuzz` builds them.
let fuzzTargets: [(name: String, tries: [Target.Dependency])] = [
    ("codes", ["TicketSigning"]),
    ("configuration", ["DoorCheck"]),
    ("frames", ["Scanner"]),
    ("guests", ["TicketLists"]),
    ("pictures", ["Scanner"]),
    ("symbols", ["Scanner", "TicketPrinting"]),
]

let package = Package(
    name: "doorcheck",
    products: [
        .executable(name: "doorcheck", targets: ["DoorCheck"])
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        // Without its traits: they bring a second configuration library and all of Foundation.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        // C libraries, from Debian packages
        .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CCSV", providers: [.apt(["libcsv-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CGPIO", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        // V4L2's request numbers are macros that Swift cannot see, so this one needs a line of C per call.
        .target(name: "CVideo4Linux", linkerSettings: [.linkedLibrary("v4l2")]),
        // So are those of input devices.
        .target(name: "CInput"),

        // The parts; arrows point down, see docs/architecture.md
        .target(name: "TicketSigning", dependencies: ["COpenSSL"], swiftSettings: strict),
        // What a process gives up before it reads what nobody vouches for: docs/adr/0019-decoder-process.md.
        .target(name: "Confinement", dependencies: ["CSeccomp"], swiftSettings: strict),
        .target(
            name: "Scanner",
            dependencies: [
                "Confinement", "CZBar", "CVideo4Linux", "CInput", "CTurboJPEG", "CPNG", "CWebP", "CGIF", "CLinux",
            ],
            swiftSettings: optimised
        ),
        .target(name: "TicketPrinting", dependencies: ["CQREncode", "CPNG", "Paper"], swiftSettings: optimised),
        .target(
            name: "Ledger",
            dependencies: [
                "TicketSigning", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Sync",
            dependencies: ["TicketSigning", "Ledger", "CSodium", "CZstd"],
            swiftSettings: strict
        ),
        .target(name: "Admission", dependencies: ["TicketSigning", "Ledger"], swiftSettings: strict),
        .target(name: "Paper", dependencies: ["CPango"], swiftSettings: strict),
        .target(
            name: "Attendance",
            dependencies: ["Admission", "Ledger", "Paper", "TicketSigning"],
            resources: [.embedInCode("Page")],
            swiftSettings: strict
        ),
        .target(
            name: "TicketLists",
            dependencies: ["CCSV", "CExpat", "CXLSXWriter", "CZip"],
            resources: [.embedInCode("Data")],
            swiftSettings: strict
        ),
        .target(
            name: "DoorDisplay",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Pages")],
            swiftSettings: strict
        ),
        .target(
            name: "Hub",
            dependencies: [
                "Admission", "CCurl", "CPostgreSQL", "DoorDisplay", "Ledger", "Sync", "TicketSigning",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Resources")],
            swiftSettings: strict
        ),
        .target(name: "DoorSignals", dependencies: ["CALSA", "CGPIO"], swiftSettings: strict),
        .target(
            name: "Webhook",
            dependencies: ["CCurl", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "DoorCheck",
            dependencies: [
                "TicketSigning", "Scanner", "Ledger", "Admission", "TicketPrinting", "TicketLists", "DoorDisplay",
                "Confinement", "DoorSignals", "Webhook", "Sync", "Hub", "Attendance", "Paper", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            swiftSettings: withParts
        ),

        // Other formats, in a process of their own: their libraries are large and were not written for hostile files.
        .executableTarget(
            name: "doorcheck-pictures",
            dependencies: ["Confinement"] + parts.map { .target(name: $0.module) },
            path: "Sources/ForeignPictures",
            swiftSettings: withParts
        ),

        // Pictures of tickets as a phone or a printer shows them, for the demo, tests and benchmarks
        .target(
            name: "DoorPictures",
            dependencies: ["TicketPrinting", "CPNG", "CTurboJPEG"],
            swiftSettings: optimised
        ),
        .executableTarget(
            name: "door-pictures",
            dependencies: [
                "DoorPictures", "TicketPrinting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/DoorPicturesTool",
            swiftSettings: strict
        ),

        // What scripts/bench runs
        .systemLibrary(
            name: "CSQLite",
            path: "Benchmarks/CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .executableTarget(
            name: "doorcheck-bench",
            dependencies: [
                "Admission", "COpenSSL", "CSQLite", "DoorPictures", "Ledger", "Scanner", "TicketPrinting",
                "TicketSigning",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks",
            exclude: ["CSQLite", "Door", "Load", "Reader"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "doorcheck-load",
            dependencies: [
                "Admission", "Hub", "Ledger", "Sync", "TicketSigning",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/Load",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "doorcheck-bench-reader",
            dependencies: ["CZBar", "Scanner", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Benchmarks/Reader",
            exclude: ["zxing.py"],
            swiftSettings: strict
        ),

        .target(
            name: "TestSupport",
            dependencies: ["TicketSigning", "Ledger"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .target(name: "CSingleStep", path: "Tests/CSingleStep"),
        .testTarget(
            name: "SigningTests",
            dependencies: ["CSingleStep", "TicketSigning", "TestSupport"],
            exclude: ["Vectors"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ScannerTests",
            dependencies: [
                "CLinux", "Confinement", "Scanner", "TicketPrinting", "DoorPictures", "TestSupport", "CQREncode",
                "CInput",
            ],
            resources: [.copy("Fixtures")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PrintingTests",
            dependencies: ["Paper", "TicketPrinting", "DoorPictures", "CZBar", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "LedgerTests",
            dependencies: [
                "Ledger", "TicketSigning", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SyncTests",
            dependencies: [
                "Admission", "Hub", "Ledger", "Sync", "TicketSigning", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AdmissionTests",
            dependencies: ["Admission", "Ledger", "TicketSigning", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ListTests",
            dependencies: ["TicketLists", "TestSupport", "CZip"],
            resources: [.copy("Exports")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DisplayTests",
            dependencies: [
                "DoorDisplay", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AttendanceTests",
            dependencies: [
                "Admission", "Attendance", "Ledger", "Paper", "TicketSigning", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ] + parts.filter { $0.format == "PDF" }.map { .target(name: $0.module) },
            swiftSettings: withParts
        ),
        .testTarget(name: "SignalTests", dependencies: ["DoorSignals", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "HubTests",
            dependencies: [
                "Admission", "DoorDisplay", "Hub", "Ledger", "Sync", "TicketSigning", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DoorCheckTests",
            dependencies: [
                "DoorCheck", "DoorDisplay", "Admission", "DoorPictures", "Ledger", "Scanner", "TicketPrinting",
                "TicketSigning",
                "TestSupport", "Webhook",
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        // A disk that loses its power: a VFS for SQLite that nothing but tests links
        .target(name: "CUnsyncedVFS", path: "Tests/CUnsyncedVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
        .testTarget(
            name: "TortureTests",
            dependencies: [
                "Admission", "CUnsyncedVFS", "Ledger", "TicketSigning", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "EndToEndTests", dependencies: ["DoorCheck", "TestSupport"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

for part in parts {
    package.targets.append(
        .systemLibrary(name: part.module, pkgConfig: part.library, providers: [.apt([part.package])]))
}

// The histories of scripts/simulate are built for themselves, optimised: no other test and no command is built with them.
if Context.environment["DOORCHECK_SIMULATE"] != nil {
    package.products = []
    package.targets.removeAll { $0.type == .test && $0.name != "SyncTests" }
}

if Context.environment["DOORCHECK_FUZZ"] != nil {
    let files = fuzzTargets.map { "\($0.name).swift" } + ["README.md", "Seeds"]
    // libFuzzer brings the program's start, so the command is a library here, without its own.
    let command = package.targets.first { $0.name == "DoorCheck" }
    package.products = []
    package.targets.removeAll { $0.name == "DoorCheck" }
    package.targets.append(
        .target(
            name: "DoorCheck",
            dependencies: command?.dependencies ?? [],
            exclude: ["Program.swift"],
            swiftSettings: strict
        )
    )
    // The harnesses are built as a library's files are.
    let harness: [SwiftSetting] = strict + [.unsafeFlags(["-parse-as-library", "-O"])]
    package.targets += fuzzTargets.map { target in
        .executableTarget(
            name: "fuzz-\(target.name)",
            dependencies: target.tries,
            path: "Fuzz",
            exclude: files.filter { $0 != "\(target.name).swift" },
            swiftSettings: harness
        )
    }
}
