// swift-tools-version: 6.3
import Glibc
import PackageDescription

// MARK: What targets are made with

/// Rules for our own targets only; as command-line flags they would rebuild every dependency.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Loops over the pixels of a picture or the bytes of a list run 20 to 100 times slower unoptimised, too slow even in a
/// debug build.
let optimised: [SwiftSetting] =
    strict + [
        .unsafeFlags(["-O"], .when(configuration: .debug)),
        // Swift 6.2, which packages for arm64 are compiled with, asks what a span still refers to once it was written.
        .enableExperimentalFeature("Lifetimes"),
    ]

/// Products of other packages, by name.
let products: [String: String] = [
    "ArgumentParser": "swift-argument-parser", "AsyncAlgorithms": "swift-async-algorithms", "GRDB": "GRDB.swift",
    "GRDBSQLite": "GRDB.swift", "HTTPTypes": "swift-http-types", "Hummingbird": "hummingbird",
    "HummingbirdCore": "hummingbird", "HummingbirdTLS": "hummingbird", "Logging": "swift-log", "NIOCore": "swift-nio",
    "NIOEmbedded": "swift-nio", "NIOHTTP1": "swift-nio", "NIOPosix": "swift-nio", "NIOSSL": "swift-nio-ssl",
    "ServiceLifecycle": "swift-service-lifecycle", "ServiceLifecycleTestKit": "swift-service-lifecycle",
    "TOMLKit": "TOMLKit",
]

/// Dependencies from their names in one text: targets of this package, and products of others.
func named(_ names: String) -> [Target.Dependency] {
    names.split(whereSeparator: \.isWhitespace).map(String.init).map { name in
        products[name].map { .product(name: name, package: $0) } ?? .target(name: name)
    }
}

/// A library of Debian's as a Swift module.
func systemModule(_ name: String, pkgConfig: String? = nil, apt package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/CModules/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func library(
    _ name: String,
    _ dependencies: String,
    embedded: String? = nil,
    settings: [SwiftSetting] = strict
) -> Target {
    .target(
        name: name, dependencies: named(dependencies + (embedded == nil ? "" : " CEmbedded")),
        exclude: embedded.map { [$0] } ?? [], swiftSettings: settings)
}

func program(
    _ name: String,
    _ dependencies: String,
    path: String? = nil,
    exclude: [String] = [],
    settings: [SwiftSetting] = strict
) -> Target {
    .executableTarget(
        name: name, dependencies: named(dependencies), path: path, exclude: exclude, swiftSettings: settings)
}

func tests(
    _ name: String,
    _ dependencies: String,
    exclude: [String] = [],
    files: String? = nil,
    settings: [SwiftSetting] = strict
) -> Target {
    .testTarget(
        name: name, dependencies: named(dependencies + " TestSupport"), exclude: exclude,
        resources: files.map { [.copy($0)] } ?? [], swiftSettings: settings)
}

/// Formats that are read where their library is installed when the package is built: docs/adr/0013-foreign-pictures.md.
let formats = [
    (name: "HEIC", module: "CHEIF", library: "libheif", package: "libheif-dev"),
    (name: "PDF", module: "CPoppler", library: "poppler-glib", package: "libpoppler-glib-dev"),
    (name: "TIFF", module: "CTIFF", library: "libtiff-4", package: "libtiff-dev"),
].filter { format in
    let given = Context.environment["PKG_CONFIG_PATH"]?.split(separator: ":").map(String.init) ?? []
    let usual = ["x86_64-linux-gnu/", "aarch64-linux-gnu/", ""].map { "/usr/lib/\($0)pkgconfig" }
    return (given + usual + ["/usr/local/lib/pkgconfig"]).contains { access("\($0)/\(format.library).pc", R_OK) == 0 }
}
let withFormats = strict + formats.map { .define($0.name) }

// MARK: The package

let package = Package(
    name: "doorcheck",
    products: [
        .executable(name: "doorcheck", targets: ["DoorCheck"]),
        .library(name: "QRReader", targets: ["QRReader"]),
    ],
    // Exact versions: the same commit builds the same program. docs/licences.md lists them with their own dependencies.
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
        // Without its traits: they bring a second configuration library and all of Foundation.
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    ],
    targets: [
        // C libraries
        systemModule("CZBar", pkgConfig: "zbar", apt: "libzbar-dev"),
        systemModule("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
        // The same library once more: keys and certificates need headers that slow down whoever imports them.
        systemModule("CX509", pkgConfig: "libcrypto", apt: "libssl-dev"),
        systemModule("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
        systemModule("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        systemModule("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
        systemModule("CGIF", pkgConfig: "libgif", apt: "libgif-dev"),
        systemModule("CLinux", apt: "libc6-dev"),
        systemModule("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
        systemModule("CCSV", apt: "libcsv-dev"),
        systemModule("CZip", pkgConfig: "libzip", apt: "libzip-dev"),
        systemModule("CXLSXWriter", pkgConfig: "xlsxwriter", apt: "libxlsxwriter-dev"),
        systemModule("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
        systemModule("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
        systemModule("CPostgreSQL", pkgConfig: "libpq", apt: "libpq-dev"),
        systemModule("CALSA", pkgConfig: "alsa", apt: "libasound2-dev"),
        systemModule("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        systemModule("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
        systemModule("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),
        systemModule("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
        // Request numbers of V4L2 and of input devices are macros that Swift cannot see: a line of C per call.
        .target(name: "CVideo4Linux", path: "Sources/CModules/CVideo4Linux", linkerSettings: [.linkedLibrary("v4l2")]),
        .target(name: "CInput", path: "Sources/CModules/CInput"),
        // libgpiod 1 and 2 have different functions; the header says which is there.
        .target(name: "CGPIO", path: "Sources/CModules/CGPIO", linkerSettings: [.linkedLibrary("gpiod")]),

        // The loops over the pixels of every frame, optimised in debug builds as well
        .target(
            name: "CPixels", path: "Sources/CModules/CPixels",
            cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),

        // The files in folders that are `embedded` below
        .target(name: "CEmbedded", path: "Sources/CModules/CEmbedded"),

        // The parts; arrows point down, see docs/architecture.md
        library("TicketSigning", "COpenSSL CSodium"),
        // What a process gives up before it reads untrusted data: docs/adr/0019-decoder-process.md.
        library("Confinement", "CLinux CSeccomp"),
        // An executor for actors whose calls block
        library("BlockingCalls", ""),
        library("QRReader", "CPixels CZBar", settings: optimised),
        library(
            "Scanner", "BlockingCalls Confinement QRReader CVideo4Linux CInput CTurboJPEG CPNG CWebP CGIF CLinux",
            settings: optimised),
        library("TicketPrinting", "CQREncode CPNG Paper", settings: optimised),
        library("Ledger", "TicketSigning GRDB GRDBSQLite"),
        library("Sync", "TicketSigning Ledger CSodium CZstd"),
        library("Admission", "TicketSigning Ledger"),
        library("Paper", "CPango CPNG"),
        library("Attendance", "Admission Ledger Paper TicketLists TicketSigning", embedded: "Page"),
        library("TicketLists", "CCSV CExpat CXLSXWriter CZip", embedded: "Data", settings: optimised),
        // What every server of pages has: limits on connections, sessions, headers, metrics, a common style and script
        library(
            "HTTPSupport", "HTTPTypes Hummingbird HummingbirdCore Logging NIOCore NIOHTTP1", embedded: "Pages"),
        // Certificates of servers, which are renewed while they run
        library("ServerTLS", "BlockingCalls CX509 TicketSigning Logging NIOCore NIOSSL ServiceLifecycle"),
        // Accounts with passwords, for the hub and the office
        library("Accounts", "BlockingCalls CSodium HTTPSupport Ledger TicketSigning"),
        library(
            "DoorDisplay", "HTTPSupport HTTPTypes Hummingbird HummingbirdCore Logging NIOCore ServiceLifecycle",
            embedded: "Pages"),
        // A box needs HubClient only. The program links libpq all the same, since it has the hub's commands as well; a
        // trait that leaves out Hub and the commands that import it would make a program without.
        library("HubProtocol", "Admission Ledger Sync TicketSigning"),
        library("HubClient", "Admission BlockingCalls HTTPClient HubProtocol Ledger Sync TicketSigning"),
        library(
            "Hub",
            """
            Accounts Admission Alerts Attendance BlockingCalls CPostgreSQL HTTPSupport HubClient HubProtocol Ledger Sync
            ServerTLS TicketSigning GRDB HTTPTypes Hummingbird HummingbirdCore HummingbirdTLS Logging NIOCore
            ServiceLifecycle
            """,
            embedded: "Resources"),
        library("DoorSignals", "CALSA CGPIO"),
        // libcurl, for every server that this program asks something of
        library("HTTPClient", "CCurl"),
        library("Webhook", "HTTPClient GRDB"),
        // Addresses and encodings of mails
        library("Mail", "Ledger"),
        // Who is told when something goes wrong at a hub
        library("Alerts", "Admission BlockingCalls HTTPClient Ledger Mail TicketSigning Logging ServiceLifecycle"),
        // The command, in parts that others need not see: what one declares for another is `package`
        library("DoorTexts", "Admission Attendance CLinux DoorDisplay Ledger TicketSigning"),
        library("DoorOutput", "Admission Attendance CLinux DoorDisplay DoorTexts Ledger TicketSigning"),
        library(
            "DoorConfiguration",
            "DoorDisplay DoorOutput DoorSignals DoorTexts HTTPSupport Ledger Mail Scanner TicketSigning TOMLKit"),
        library(
            "DoorInstallation",
            """
            Admission BlockingCalls DoorConfiguration DoorOutput DoorTexts HTTPSupport HubClient HubProtocol Ledger Sync
            TicketSigning
            """),
        library(
            "DoorDiagnostics",
            """
            Admission CLinux Confinement DoorConfiguration DoorDisplay DoorInstallation DoorOutput DoorSignals
            DoorTexts HTTPClient HTTPSupport HubClient HubProtocol Ledger QRReader Scanner TicketSigning
            """),
        // An organiser's work on events, lists and tickets, for the command and the office
        library(
            "Organising",
            """
            Attendance BlockingCalls CZip DoorInstallation DoorOutput DoorTexts HTTPClient Ledger Mail Paper Scanner
            Sync TicketLists TicketPrinting TicketSigning
            """),
        // What an organiser does before and after an event, in a browser
        library(
            "Office",
            """
            Accounts Admission Alerts Attendance BlockingCalls DoorConfiguration DoorDiagnostics DoorDisplay
            DoorInstallation DoorOutput DoorTexts HTTPClient HTTPSupport HubClient Ledger Mail Organising Paper QRReader
            Scanner ServerTLS Sync TicketLists TicketPrinting TicketSigning HTTPTypes
            Hummingbird HummingbirdCore HummingbirdTLS Logging NIOCore ServiceLifecycle
            """,
            embedded: "Pages"),
        library(
            "DoorDaemon",
            """
            Admission BlockingCalls CLinux Confinement DoorConfiguration DoorDisplay DoorInstallation DoorOutput
            DoorSignals DoorTexts HTTPSupport HubClient HubProtocol Ledger QRReader Scanner Sync TicketLists
            TicketSigning Webhook AsyncAlgorithms Logging ServiceLifecycle
            """),
        library(
            "DoorCommands",
            """
            Accounts Admission Alerts Attendance CLinux DoorConfiguration DoorDaemon DoorDiagnostics DoorDisplay
            DoorInstallation DoorOutput DoorSignals DoorTexts HTTPSupport Hub HubClient HubProtocol Ledger Mail Office
            Organising Paper QRReader Scanner ServerTLS Sync TicketLists TicketPrinting TicketSigning Webhook
            ArgumentParser Logging ServiceLifecycle
            """,
            settings: withFormats),
        program("DoorCheck", "DoorCommands Ledger Scanner"),
        // Other formats, in a process of their own: their libraries are large and were not written for hostile files.
        program(
            "doorcheck-pictures", (["Confinement"] + formats.map(\.module)).joined(separator: " "),
            settings: withFormats),

        // Pictures of tickets as a phone or a printer shows them, for the demo, tests and benchmarks
        library("DoorPictures", "TicketPrinting CPNG CTurboJPEG", settings: optimised),
        program("door-pictures", "DoorPictures TicketPrinting ArgumentParser"),

        // What scripts/bench runs
        .systemLibrary(name: "CSQLite", path: "Benchmarks/CSQLite", pkgConfig: "sqlite3"),
        program(
            "doorcheck-bench",
            """
            Admission COpenSSL CSodium CSQLite CTurboJPEG DoorPictures Ledger QRReader Scanner Sync TicketPrinting
            TicketSigning ArgumentParser
            """,
            path: "Benchmarks", exclude: ["CSQLite", "Door", "Load", "Office", "Reader"]),
        program(
            "doorcheck-load",
            "Admission HubClient HubProtocol Ledger Sync TicketSigning ArgumentParser NIOCore NIOHTTP1 NIOPosix",
            path: "Benchmarks/Load"),
        program(
            "doorcheck-bench-reader", "CZBar QRReader ArgumentParser", path: "Benchmarks/Reader",
            exclude: ["zxing.py"]),

        // Tests
        .target(
            name: "TestSupport", dependencies: named("TicketSigning Ledger Sync"), path: "Tests/TestSupport",
            swiftSettings: strict),
        .target(name: "CSingleStep", path: "Tests/CSingleStep"),
        // A disk that loses its power: a VFS for SQLite that nothing but tests links.
        .target(name: "CUnsyncedVFS", path: "Tests/CUnsyncedVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
        tests("SigningTests", "CSingleStep TicketSigning", exclude: ["Vectors"]),
        tests("QRReaderTests", "CQREncode DoorPictures QRReader TicketPrinting", settings: optimised),
        tests("ScannerTests", "CInput CLinux Confinement CTurboJPEG QRReader Scanner", files: "Fixtures"),
        tests("PrintingTests", "Paper TicketPrinting DoorPictures CZBar CZip"),
        tests("LedgerTests", "Ledger TicketSigning GRDB GRDBSQLite"),
        tests(
            "SyncTests",
            """
            Admission HTTPSupport Hub HubClient HubProtocol Ledger Sync TicketSigning GRDB GRDBSQLite HTTPTypes
            Hummingbird HummingbirdCore Logging NIOCore NIOEmbedded
            """, exclude: ["Vectors"]),
        tests("AdmissionTests", "Admission Ledger TicketSigning"),
        tests("ListTests", "CEmbedded TicketLists CZip", files: "Exports"),
        tests(
            "DisplayTests",
            "CEmbedded DoorDisplay HTTPSupport HTTPTypes Hummingbird Logging NIOCore NIOPosix ServiceLifecycle"),
        tests(
            "AttendanceTests",
            "Admission Attendance Ledger Paper TicketSigning GRDB"
                + formats.filter { $0.name == "PDF" }.map { " " + $0.module }.joined(),
            settings: withFormats),
        tests("SignalTests", "DoorSignals"),
        tests(
            "OfficeTests",
            """
            Accounts Attendance BlockingCalls DoorConfiguration DoorInstallation HTTPClient HTTPSupport Ledger Office
            Organising Paper Scanner ServerTLS Sync TicketSigning CZip
            HTTPTypes Hummingbird HummingbirdCore Logging NIOCore NIOEmbedded ServiceLifecycle
            """),
        tests("HTTPTests", "BlockingCalls HTTPClient HTTPSupport HTTPTypes Hummingbird Logging NIOCore NIOEmbedded"),
        tests(
            "HubTests",
            """
            Accounts Admission Alerts Attendance BlockingCalls CEmbedded HTTPClient HTTPSupport Hub HubClient
            HubProtocol Ledger Mail ServerTLS Sync TicketSigning HTTPTypes Hummingbird Logging NIOCore NIOPosix
            ServiceLifecycle
            """, exclude: ["Older"]),
        tests(
            "DoorCheckTests",
            """
            DoorCommands DoorConfiguration DoorDaemon DoorDiagnostics DoorDisplay DoorInstallation DoorOutput
            DoorSignals DoorTexts Admission DoorPictures HubClient HubProtocol Ledger Mail Organising QRReader Scanner
            Sync TicketPrinting TicketSigning Webhook
            AsyncAlgorithms Logging ServiceLifecycle ServiceLifecycleTestKit
            """),
        tests("TortureTests", "Admission CUnsyncedVFS Ledger TicketSigning GRDB"),
        tests("EndToEndTests", "DoorCheck", exclude: ["stolen-box.py"]),
    ] + formats.map { systemModule($0.module, pkgConfig: $0.library, apt: $0.package) },
    swiftLanguageModes: [.v6]
)

// MARK: Builds of their own

// The histories of scripts/simulate are built for themselves, optimised: no other test and no command is built with
// them.
if Context.environment["DOORCHECK_SIMULATE"] != nil {
    package.products = []
    package.targets.removeAll { $0.type == .test && $0.name != "SyncTests" }
}

// Fuzz targets: a file of this name in `Fuzz/`, and what it tries. Only scripts/fuzz builds them.
if Context.environment["DOORCHECK_FUZZ"] != nil {
    let targets = [
        "codes": "TicketSigning", "configuration": "DoorConfiguration", "frames": "QRReader", "guests": "TicketLists",
        "pictures": "QRReader Scanner", "symbols": "QRReader TicketPrinting",
    ]
    let files = targets.keys.map { "\($0).swift" } + ["README.md", "Seeds"]
    package.products = []
    // The harnesses are built as a library's files are.
    let harness: [SwiftSetting] = strict + [.unsafeFlags(["-parse-as-library", "-O"])]
    package.targets += targets.map { name, tried in
        program(
            "fuzz-\(name)", tried, path: "Fuzz", exclude: files.filter { $0 != "\(name).swift" }, settings: harness)
    }
}
