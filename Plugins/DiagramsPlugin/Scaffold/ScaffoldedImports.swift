extension ScaffoldedFile {
  /// Returns the imports that the code of a file needs, in the order of formatters.
  func imports(
    _ lists: SampleLists, _ services: [Symbol], for code: String
  ) -> [String] {
    var modules = machine.sources.imports(of: machine.type)
    for type in lists.types + services { modules += machine.sources.imports(of: type) }
    let inside = lists.types.flatMap { type in
      ["swift.enum.case", "swift.init"].flatMap {
        machine.samples.index.members(of: type, kind: $0)
      }
    }.flatMap { SwiftDeclaration($0).parameters }
    // Of the types inside, only well-known ones are written with their names.
    let named =
      machine.methods.flatMap(\.declaration.parameters).flatMap(\.type.components)
      + inside.flatMap(\.type.components).filter {
        StandardSamples.values([$0.name], text: $0.name, arguments: []) != nil
      }
    for module in (lists.types + services).map(\.module)
      + named.map({ Symbol.module(of: $0.id ?? "") })
    {
      // Foundation is in several modules.
      let module = module.map { $0.hasPrefix("Foundation") ? "Foundation" : $0 }
      guard let module, module != machine.type.module, !module.hasPrefix("_"), module != "Swift",
        !modules.contains(where: { $0.split(separator: " ").last == module[...] })
      else { continue }
      modules.append("import \(module)")
    }
    let needsEmbedded =
      machine.channel != nil || code.contains("Embedded") || code.contains("promise()")
    modules += needsEmbedded ? ["import NIOEmbedded"] : []
    modules.append("import SchematicGraph")
    if let module = place.testableModule {
      let attributes = machine.sources.interfaces(of: machine.type) + ["@testable"]
      modules.append("\(attributes.joined(separator: " ")) import \(module)")
    }
    // If files import a module in several ways, the longest import is kept.
    let ways = Dictionary(grouping: Set(modules)) { way in
      way.hasPrefix("#") ? way : way.split(separator: " ").last.map(String.init) ?? way
    }
    let imports = ways.values.compactMap { $0.max { ($0.count, $0) < ($1.count, $1) } }
    // Formatters put an `#if` behind plain imports, and `@testable` last.
    let order: (String) -> Int = { $0.hasPrefix("@") ? 2 : $0.hasPrefix("#") ? 1 : 0 }
    return imports.sorted { (order($0), $0) < (order($1), $1) }
  }
}
