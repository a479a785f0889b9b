// swift-tools-version: 6.2
import PackageDescription

/// Every room is built under the same rules; no target may relax them.
let rules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests drive C libraries and processes directly, so only the memory-safety marks are left out.
let testRules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "Tarn",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Tarn", targets: ["Tarn"]),
        .library(name: "TarnLMDB", targets: ["TarnLMDB"]),
        .executable(name: "tarn", targets: ["TarnTool"]),
        .executable(name: "demo", targets: ["Demo"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
        .target(name: "CTarnKernels"),
        .target(name: "TarnLMDB", dependencies: ["CLMDB"], swiftSettings: rules),
        .target(name: "TarnRecords", dependencies: ["TarnLMDB", "CTarnKernels"], swiftSettings: rules),
        .target(name: "Tarn", dependencies: ["TarnRecords", "TarnLMDB"], swiftSettings: rules),
        .target(name: "TarnToolKit", dependencies: ["Tarn", "TarnRecords"], swiftSettings: rules),
        .executableTarget(name: "TarnTool", dependencies: ["TarnToolKit"], swiftSettings: rules),
        .executableTarget(
            name: "Demo", dependencies: ["Tarn", "TarnToolKit"], resources: [.copy("Data")], swiftSettings: rules),
        .executableTarget(
            name: "Quickstart", dependencies: ["Tarn"], path: "Examples/Quickstart", swiftSettings: testRules),
        .testTarget(name: "TarnTests", dependencies: ["Tarn"], swiftSettings: testRules),
        .target(name: "CForkProbe", path: "Tests/CForkProbe"),
        .testTarget(
            name: "TarnLMDBTests", dependencies: ["TarnLMDB", "CForkProbe", "CLMDB"], swiftSettings: testRules),
        .testTarget(
            name: "TarnRecordsTests", dependencies: ["TarnRecords", "TarnLMDB", "CTarnKernels"],
            swiftSettings: testRules),
        .target(name: "CPowerLoss", path: "Tests/CPowerLoss"),
        .target(name: "CChildRun", path: "Tests/CChildRun"),
        .testTarget(
            name: "DurabilityTests", dependencies: ["Tarn", "TarnRecords", "TarnLMDB", "CPowerLoss", "CChildRun"],
            exclude: ["BadInput/make-wide-type"], swiftSettings: testRules),
        .testTarget(
            name: "TarnToolTests", dependencies: ["Tarn", "TarnToolKit", "TarnTool", "Demo", "Quickstart"],
            swiftSettings: testRules),
        .testTarget(name: "DemoTests", dependencies: ["Demo"], swiftSettings: testRules),
        .testTarget(name: "CompileFailTests", exclude: ["Snippets"], swiftSettings: testRules),
        .testTarget(name: "TidyTests", swiftSettings: testRules),
    ]
)
