import Foundation

/// The package in the current folder as the package manager builds it: the compiler's command for each module.
struct BuiltPackage {
  private var commands: [String: [String]] = [:]

  /// Builds targets, or the whole package if none is named.
  init(building targets: [String]) throws {
    // Only this build system leaves a list of its commands.
    let build = ["swift", "build", "--build-system", "native"]
    for target in targets.isEmpty ? [[]] : targets.map({ ["--target", $0] }) {
      guard try Self.run(build + target, showing: true).status == 0 else {
        throw Refusal("the package doesn't build, so the compiler knows nothing of it")
      }
    }
    let products = try Self.run(build + ["--show-bin-path"]).text.split(separator: "\n").last ?? ""
    let list = URL(fileURLWithPath: String(products)).appendingPathComponent("../../debug.yaml")
    for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n") {
      let line = line.drop { $0 == " " }
      guard line.hasPrefix("args: [") else { continue }
      let command = try JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8))
      guard let command = command as? [String], command.contains("-emit-module"),
        let name = command.firstIndex(of: "-module-name")
      else { continue }
      commands[command[name + 1]] = command
    }
  }

  /// Returns the source files of a module; none if nobody builds it here.
  func sources(of module: String) -> [String] {
    let list = commands[module]?.first { $0.hasPrefix("@") } ?? ""
    return Self.text(String(list.dropFirst())).split(separator: "\n").map {
      $0.trimmingCharacters(in: ["'"])
    }
  }

  private static func text(_ file: String) -> String {
    (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
  }

  /// Returns what the package manager says of the package in the current folder.
  static func description() throws -> [String: Any] {
    let text = try run(["swift", "package", "describe", "--type", "json"]).text
    let json = try JSONSerialization.jsonObject(with: Data(text.drop { $0 != "{" }.utf8))
    return json as? [String: Any] ?? [:]
  }

  /// Returns targets, or the modules of the package whose sources contain a text, without its tests.
  func modules(_ targets: [String], mentioning text: String) throws -> [String] {
    guard targets.isEmpty else { return targets }
    let all = try Self.description()["targets"] as? [[String: Any]] ?? []
    return all.filter { $0["type"] as? String != "test" }.compactMap { $0["c99name"] as? String }
      .filter { text.isEmpty || sources(of: $0).contains { Self.text($0).contains(text) } }
  }

  /// Whether a module belongs to this package, or to one that was not fetched.
  func isNear(_ module: String) -> Bool {
    sources(of: module).first?.contains("/checkouts/") == false
  }

  /// Returns the checked syntax tree of each file of a module.
  func trees(of module: String) throws -> [Any] {
    // What writes files would write over those of the build.
    let withPath = /\n-(emit-[a-z-]*path|output-file-map|index-store-path)\n[^\n]*/
    let alone = /\n-(emit-[a-z-]*|c|incremental|serialize-diagnostics|parseable-output)(?=\n)/
    let all = (commands[module] ?? []).joined(separator: "\n")
    let command = all.replacing(withPath, with: "").replacing(alone, with: "")
    let trees = try Self.trees(command.split(separator: "\n").map(String.init))
    let count = sources(of: module).count
    guard trees.count == count else {
      throw Refusal("the compiler shows \(trees.count) of \(count) files of \(module)")
    }
    return trees
  }

  /// Returns the trees that the compiler writes in place of a module.
  static func trees(_ command: [String]) throws -> [Any] {
    // The compiler refuses to suppress warnings that the settings of a package make errors.
    let errors = /\n(-warnings-as-errors|-Werror\n[^\n]*)(?=\n|$)/
    let command = command.joined(separator: "\n").replacing(errors, with: "")
      .split(separator: "\n").map(String.init)
    let dump = try run(command + ["-suppress-warnings", "-dump-ast", "-dump-ast-format", "json"])
    // The trees follow each other, and texts in them have other quotes.
    let start = #"{"_kind":"source_file""#
    let trees = dump.text.components(separatedBy: start)
    guard trees.count > 1, dump.status == 0 else {
      throw Refusal("the compiler shows no code: \(dump.text.prefix(1000))")
    }
    return try trees.dropFirst().map {
      try JSONSerialization.jsonObject(with: Data((start + $0).utf8))
    }
  }

  /// Returns the names that people write, by those that the linker knows.
  static func demangled(_ names: Set<String>) throws -> [String: String] {
    let names = names.sorted()
    let input = names.joined(separator: "\n") + "\n"
    let lines = try run(["swift", "demangle", "-compact"], input: input).text.split(separator: "\n")
    return Dictionary(uniqueKeysWithValues: zip(names, lines.map(String.init)))
  }

  /// Runs a program and returns what it writes, unless that is shown as progress.
  static func run(
    _ command: [String], input: String = "", showing: Bool = false
  ) throws -> (status: Int32, text: String) {
    let (process, output) = (Process(), Pipe())
    // A pipe would be full before the program reads it.
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = showing ? FileHandle.standardError : output
    if !showing { process.standardError = output }
    try process.run()
    let data = showing ? Data() : output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}

/// A reason why nothing can be said, in a sentence.
struct Refusal: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
