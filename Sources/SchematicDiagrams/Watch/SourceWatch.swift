import Foundation

/// The Swift files of some folders, and when they were last changed.
///
/// `watch` looks at the files again and again, and compares each look with the one before. This works on
/// every system, and with editors that write a file in place as well as with editors that replace it.
struct SourceWatch: Equatable {
  private let files: [String: Version]

  /// The attributes that change when a file is written.
  private struct Version: Equatable {
    let date: Date?
    let size: Int?
    /// The file's number in the file system, which changes if the file is replaced.
    let number: Int?
  }

  /// Looks at the Swift files in some folders, except in hidden ones such as `.build`.
  init(folders: [String]) {
    let keys: Set<URLResourceKey> = [.isRegularFileKey]
    let paths = folders.flatMap { folder in
      let found = FileManager.default.enumerator(
        at: URL(fileURLWithPath: folder), includingPropertiesForKeys: Array(keys),
        options: [.skipsHiddenFiles])
      return (found?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }.map(\.path)
    }
    files = Dictionary(
      paths.map { path in
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let version = Version(
          date: attributes?[.modificationDate] as? Date,
          size: (attributes?[.size] as? NSNumber)?.intValue,
          number: (attributes?[.systemFileNumber] as? NSNumber)?.intValue)
        return (path, version)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the sorted paths of the files that were changed, added or removed since an earlier look.
  ///
  /// A file with diagrams in its comments isn't changed if somebody, such as `generate`, only wrote these.
  ///
  /// - Parameters:
  ///   - earlier: The earlier look.
  ///   - old: What was around the diagrams, by the paths of files: see ``MarkedPages/surroundings``.
  ///   - new: What is around them now.
  /// - Returns: The paths.
  func changes(
    since earlier: SourceWatch, from old: [String: String] = [:], to new: [String: String] = [:]
  ) -> [String] {
    Set(files.keys).union(earlier.files.keys).filter {
      files[$0] != earlier.files[$0] && (new[$0] == nil || new[$0] != old[$0])
    }.sorted()
  }
}

/// The program of a diagram tool as SwiftPM has built it, and the way to build it again.
struct BuiltProgram: Equatable {
  /// The path of the program.
  let path: String
  /// The arguments of `swift` that build it.
  let buildArguments: [String]

  /// Finds out how a program was built from its path, `SCRATCH/TRIPLE/CONFIGURATION/PRODUCT`.
  ///
  /// - Returns: `nil` if the configuration in the path is neither `debug` nor `release`.
  init?(path: String) {
    let program = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let configuration = program.deletingLastPathComponent()
    let scratch = configuration.deletingLastPathComponent().deletingLastPathComponent()
    guard ["debug", "release"].contains(configuration.lastPathComponent) else { return nil }
    self.path = program.path
    buildArguments = [
      "build", "--quiet", "--configuration", configuration.lastPathComponent,
      "--scratch-path", scratch.path, "--product", program.lastPathComponent,
    ]
  }
}
