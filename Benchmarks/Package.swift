// swift-tools-version: 6.2
import PackageDescription

/// Peers are driven through their C interfaces, so only the memory-safety marks of the main package are left out.
let rules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Whether the Tarn engine is built; the peers can be measured without it.
let measuresTarn = true

let package = Package(
    name: "TarnBenchmarks",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "benchmarks", targets: ["Benchmarks"])],
    dependencies: [.package(name: "Tarn", path: "..")],
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "CLMDBLibrary", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
        .target(name: "CLMDBPeer", dependencies: ["CLMDBLibrary"]),
        .target(name: "BenchmarkKit", swiftSettings: rules),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["BenchmarkKit", "CSQLite", "CLMDBPeer"]
                + (measuresTarn ? [.product(name: "Tarn", package: "Tarn")] : []),
            exclude: measuresTarn ? [] : ["Engines/Tarn", "Live", "Relations"],
            swiftSettings: rules + (measuresTarn ? [.define("TARN")] : [])),
        .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"]),
    ]
)
