import Foundation
import PackagePlugin

/// `swift package diagrams scaffold TYPE` writes a file that draws a hand-written machine.
///
/// This command needs no diagram tool, because most packages have none yet.
struct ScaffoldCommand {
  static let help = """
    OVERVIEW: Writes a file that draws a hand-written machine: a step for each of its methods.

    Run again, it adds the methods that are new, and leaves everything else alone.

    USAGE: swift package diagrams scaffold TYPE [--target NAME] [--output PATH]

      TYPE             The type of the machine: Buffer, Outer.Inner, or in quotes 'Stream<Int>'.
      --target NAME    The target that declares it, if several declare such a type.
      --output PATH    The file, or its folder. Usually it stands beside the machine or, if only
                       another target depends on SchematicGraph, in the folder of that one.
    """

  private let context: PluginContext
  private let manager: PackageManager
  private let type: String
  /// The names of the types around the type and its own name, without generic arguments.
  private let path: [String]
  private let target: String?
  private let output: String?
  private let files: PackageFiles

  init(_ arguments: [String], in context: PluginContext, by manager: PackageManager) throws {
    var extractor = ArgumentExtractor(arguments)
    target = extractor.extractOption(named: "target").last
    output = extractor.extractOption(named: "output").last
    let words = extractor.remainingArguments
    guard let type = words.first, words.count == 1, !type.hasPrefix("-") else {
      throw Failure.wrongArguments(words)
    }
    self.type = type
    path = type.prefix { $0 != "<" }.split(separator: ".").map(String.init)
    self.context = context
    self.manager = manager
    files = PackageFiles(root: context.package.directoryURL)
  }

  func run() throws {
    let (target, sources) = try declaringTarget()
    // If the file of an earlier run calls a method that is gone, the target doesn't build.
    let own = ScaffoldedFile.name(for: path)
    restore(own, in: target)
    let graph = sources.completing(try symbolGraph(of: target, puttingAside: own))
    let machine = try machine(in: graph, of: target, sources: sources)
    let (file, home) = try place(of: machine, in: target, sources: sources)
    let place = ScaffoldedFile.Place(
      testableModule: home.id == target.id ? nil : target.moduleName)
    let shown = sources.relative(file.path)
    let existing = try files.text(of: file, path: shown)
    var refusals = Refusals()
    while true {
      let scaffold = ScaffoldedFile(of: machine, in: place, without: refusals)
      var (text, report) =
        try existing.map { try scaffold.updated($0, path: shown) } ?? scaffold.new()
      if text != existing { try files.write(text, to: file, path: shown) }
      report.errors = try text == existing ? [] : errors(in: file, of: home)
      // A file that others have edited is left as it is.
      if existing == nil, refusals.add(report.errors, in: text) { continue }
      for line in report.lines(path: shown) { print(line) }
      return
    }
  }

  /// Compiles a file with its target, and returns the errors in it.
  private func errors(in file: URL, of target: any Target) throws -> [CompilerError] {
    let build = try manager.build(.target(target.name), parameters: .init())
    guard !build.succeeded else { return [] }
    let errors = CompilerError.all(of: file.resolvingSymlinksInPath().path, in: build.logText)
    if errors.isEmpty {
      print("\(target.name) does not build, so nobody knows what to mend:\n\(build.logText)")
    }
    return errors
  }

  /// Finds the only target whose files declare the type, so that no other target is built.
  private func declaringTarget() throws -> (SwiftSourceModuleTarget, ScaffoldSources) {
    let all = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.kind == .generic || $0.kind == .executable }
    let targets = target == nil ? all : all.filter { $0.name == target }
    guard !targets.isEmpty else { throw Failure.noTarget(target, all.map(\.name)) }
    var found: [(SwiftSourceModuleTarget, ScaffoldSources)] = []
    var names: Set<String> = []
    for target in targets {
      // Bytes that are not UTF-8 don't matter when looking for types.
      let texts = target.sourceFiles(withSuffix: "swift").compactMap { file in
        (try? Data(contentsOf: file.url)).map {
          (file.url.path, String(decoding: $0, as: UTF8.self))
        }
      }
      var sources = ScaffoldSources(
        Dictionary(texts) { first, _ in first }, root: context.package.directoryURL.path)
      // The file may be in another target than the machine.
      let places = [target] + (target.drawsGraphs ? [] : home(beside: target).map { [$0] } ?? [])
      sources.modules = Set(
        places.flatMap(\.recursiveTargetDependencies).compactMap {
          ($0 as? any SourceModuleTarget)?.moduleName
        })
      let types = sources.declarations.filter(\.isType)
      names.formUnion(types.filter { !$0.isLocal }.map { $0.path.joined(separator: ".") })
      if types.contains(where: { $0.path.suffix(path.count).elementsEqual(path) }) {
        found.append((target, sources))
      }
    }
    guard let only = found.first else {
      let written = path.joined(separator: ".")
      throw ScaffoldError.unknownType(written, near: NearNames.of(written, among: names))
    }
    guard found.count == 1 else { throw Failure.severalTargets(type, found.map(\.0.name)) }
    return only
  }

  /// Finds the machine.
  ///
  /// If no sample is known of an argument's type, this reads the symbol graph of the module that
  /// declares the type.
  private func machine(
    in graph: SymbolGraph, of target: SwiftSourceModuleTarget, sources: ScaffoldSources
  ) throws -> ScaffoldedMachine {
    let modules = target.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
    let options = PackageManager.SymbolGraphOptions(
      minimumAccessLevel: .public, includeSynthesized: false, includeSPI: false,
      emitExtensionBlocks: false)
    var others: [String: SymbolGraph] = [:]
    while true {
      let index = SymbolIndex(graph, others: others.sorted { $0.key < $1.key }.map(\.value))
      let found = Result { () throws(ScaffoldError) in
        try ScaffoldedMachine(named: type, in: index, sources: sources)
      }
      let names: Set<String>
      switch found {
      case .success(let machine): names = machine.missingModules
      // The type of a reducer in a property may be a typealias of another module.
      case .failure(.noMethods): names = Set(sources.importedModules(ofTypeAt: path))
      case .failure(let error): throw error
      }
      let missing = modules.filter {
        names.contains($0.moduleName) && others[$0.moduleName] == nil
      }
      guard !missing.isEmpty else { return try found.get() }
      for module in missing {
        let result = try? manager.getSymbolGraph(for: module, options: options)
        let file = result?.directoryURL.appending(path: "\(module.moduleName).symbols.json")
        // A module without a symbol graph adds no samples.
        others[module.moduleName] =
          file.flatMap { try? JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
          ?? SymbolGraph(symbols: [], relationships: [])
      }
    }
  }

  private func symbolGraph(
    of target: SwiftSourceModuleTarget, puttingAside name: String
  ) throws -> SymbolGraph {
    let options = PackageManager.SymbolGraphOptions(
      minimumAccessLevel: .private, includeSynthesized: false, includeSPI: true,
      emitExtensionBlocks: false)
    func graph() throws -> SymbolGraph {
      let result = try manager.getSymbolGraph(for: target, options: options)
      let file = result.directoryURL.appending(path: "\(target.moduleName).symbols.json")
      return try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
    }
    do {
      return try graph()
    } catch {
      let own = target.sourceFiles(withSuffix: "swift").map(\.url)
        .first { $0.lastPathComponent == name && files.contains($0) }
      guard let own else { throw Failure.notBuilt(target.name) }
      // If this run is killed, the next run or the owner finds the file beside its place.
      let aside = own.appendingPathExtension("aside")
      try FileManager.default.moveItem(at: own, to: aside)
      defer { try? FileManager.default.moveItem(at: aside, to: own) }
      do {
        return try graph()
      } catch {
        throw Failure.notBuilt(target.name)
      }
    }
  }

  /// Puts back a file that a killed run has left under the name `NAME.aside`.
  private func restore(_ name: String, in target: SwiftSourceModuleTarget) {
    let files = FileManager.default.enumerator(
      at: target.directoryURL, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.lastPathComponent == "\(name).aside" {
      try? FileManager.default.moveItem(at: file, to: file.deletingPathExtension())
    }
  }

  /// Returns the file to write, and the target that compiles it.
  private func place(
    of machine: ScaffoldedMachine, in target: SwiftSourceModuleTarget, sources: ScaffoldSources
  ) throws -> (URL, home: any Target) {
    let name = ScaffoldedFile.name(for: machine.type.pathComponents)
    let package = context.package
    if let output {
      let url = URL(filePath: output, relativeTo: package.directoryURL).standardizedFileURL
      let file = url.pathExtension == "swift" ? url : url.appending(path: name)
      let home = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
        .first { file.path.hasPrefix($0.directoryURL.path + "/") }
      guard let home else { throw Failure.outside(output) }
      return (file, home)
    }
    let beside =
      sources.declaration(of: machine.type)
      .map { URL(filePath: $0.file).deletingLastPathComponent() } ?? target.directoryURL
    if target.drawsGraphs { return (beside.appending(path: name), target) }
    guard let home = home(beside: target) else { throw Failure.noGraphs(target.name) }
    return (home.directoryURL.appending(path: name), home)
  }

  /// Returns another target that draws graphs and sees the machine's target; a test target before others, because no
  /// program depends on its files.
  private func home(beside target: SwiftSourceModuleTarget) -> SwiftSourceModuleTarget? {
    let homes = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.drawsGraphs && $0.depends(on: target) }
    return homes.first { $0.kind == .test } ?? homes.first
  }

  /// A reason why no file was written.
  enum Failure: Error, CustomStringConvertible {
    case wrongArguments([String])
    case noTarget(String?, [String])
    case severalTargets(String, [String])
    case notBuilt(String)
    case noGraphs(String)
    case outside(String)

    var description: String {
      switch self {
      case .wrongArguments(let words):
        "scaffold takes the name of one type, not \(words.isEmpty ? "none" : words.joined(separator: " "))"
          + "\n\n\(ScaffoldCommand.help)"
      case .noTarget(let name?, let known):
        "no target of Swift is named \(name); there are \(known.joined(separator: ", "))"
      case .noTarget(nil, _): "this package has no target of Swift that could have a machine"
      case .severalTargets(let type, let names):
        "several targets declare \(type); choose one with --target: \(names.joined(separator: ", "))"
      case .notBuilt(let name):
        "\(name) does not build, so its methods are not known; mend the errors above"
      case .noGraphs(let name):
        "nothing that can see \(name) depends on SchematicGraph; add the product SchematicGraph of "
          + "Schematic to the dependencies of \(name), or SchematicTesting to those of its tests"
      case .outside(let path):
        "\(path) is in no target of Swift of this package, so nobody would compile it"
      }
    }
  }
}

extension Target {
  /// A Boolean value that indicates whether files of the target can import `SchematicGraph`.
  fileprivate var drawsGraphs: Bool {
    dependencies.contains { dependency in
      guard case .product(let product) = dependency else { return false }
      return ["SchematicGraph", "SchematicTesting", "SchematicDiagrams"].contains(product.name)
    }
  }

  /// A Boolean value that indicates whether files of the target can import another target.
  fileprivate func depends(on target: any Target) -> Bool {
    dependencies.contains { dependency in
      switch dependency {
      case .target(let other): other.id == target.id
      case .product(let product): product.targets.contains { $0.id == target.id }
      @unknown default: false
      }
    }
  }
}
