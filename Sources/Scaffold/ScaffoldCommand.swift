#if Command
  import ArgumentParser
  import Foundation

  /// `scaffold write` and `scaffold check`.
  @main struct ScaffoldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "scaffold",
      abstract: "Writes the graph of a machine, and names what no graph draws.",
      subcommands: [Start.self, Write.self, Check.self])

    struct Start: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Writes a package that draws a machine of the package in this folder.",
        discussion: """
          The package depends on this one, which stays as it is: its manifest, its products and its release builds \
          don't know of it. Types that aren't public are reached in debug builds.
          """)

      @Argument(help: "The type of the machine, such as Upload.")
      var type: String

      @Option(help: "A target that declares the type; all are searched unless given.")
      var target: [String] = []

      @Option(help: "The folder of the package, which must be empty or not exist.")
      var folder = "Diagrams"

      func run() throws {
        try ScaffoldCommand.failing {
          // Whoever has a folder already adds an entry to its catalog.
          let path = folder.isEmpty ? "." : folder
          if let files = try? FileManager.default.contentsOfDirectory(atPath: path), !files.isEmpty
          {
            throw Refusal(
              "\(folder) isn't empty, and is left alone; `scaffold write \(type)` prints a graph for its catalog"
            )
          }
          let package = try WrittenPackage(
            drawing: ScaffoldCommand.graph(of: type, in: target), of: type, in: folder)
          for (path, text) in package.files {
            let file = URL(fileURLWithPath: folder).appendingPathComponent(path)
            try FileManager.default.createDirectory(
              at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .withoutOverwriting)
            try StandardOutput.print("wrote \(folder)/\(path)")
          }
          try StandardOutput.print("Now type: swift run --package-path \(folder) Diagrams generate")
        }
      }
    }

    struct Write: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Writes a step for each method that can change a machine.",
        discussion: """
          It reads what the compiler knows of the package in this folder, and guesses nothing: where values are \
          needed, there is an empty list of their type. If only one method takes an enum, each case has a step.
          """)

      @Argument(help: "The type of the machine, such as Upload.")
      var type: String

      @Option(help: "A target that declares the type; all are searched unless given.")
      var target: [String] = []

      @Option(help: "The file to write, which must not exist; standard output unless given.")
      var output: String?

      func run() throws {
        try ScaffoldCommand.failing {
          let graph = try ScaffoldCommand.graph(of: type, in: target)
          guard let output else { return try StandardOutput.print(graph.text, terminator: "") }
          let descriptor = open(output, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
          guard descriptor >= 0 else {
            throw Refusal("\(output) cannot be written: \(String(cString: strerror(errno)))")
          }
          defer { close(descriptor) }
          // Nobody loses anything if a file is empty, and a device or a pipe has no end.
          guard lseek(descriptor, 0, SEEK_END) <= 0 else {
            throw Refusal("\(output) exists, and is left alone")
          }
          try StandardOutput.write(Data(graph.text.utf8), to: descriptor)
          try StandardOutput.print("wrote \(output)")
        }
      }
    }

    struct Check: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Fails if a drawn machine has a method, or an enum a case, that no graph tries.",
        discussion: """
          It reads what the compiler knows of the package in this folder. Methods are those that can change the \
          machine of a StateGraph, and that other files can call: mutating ones, and all of a class or an actor. \
          Cases are those of a graphCases or a list of events that somebody wrote.

          Not seen: calls through a protocol or a closure that is kept elsewhere (the method is named, although it \
          is called); methods of superclasses and of protocol extensions, properties that others set, machines of \
          functions that are generic, and code behind conditions that are false (nothing is named).
          """)

      @Option(help: "A target whose graphs are checked; those that import Schematic unless given.")
      var target: [String] = []

      @Option(help: "A method or a case that is left out on purpose, such as Upload.cancel.")
      var except: [String] = []

      func run() throws {
        try ScaffoldCommand.failing {
          let package = try BuiltPackage(building: target)
          var code = CheckedCode()
          var waiting = try package.modules(target, mentioning: "import Schematic")
          while !waiting.isEmpty {
            for module in waiting { try code.read(try package.trees(of: module), of: module) }
            // The machines may be in other modules, of this package or another one.
            let machines = UndrawnCode(in: code, isNear: package.isNear).machines.keys
            waiting = Set(machines.map { String($0.prefix { $0 != "." }) })
              .subtracting(code.modules).filter { !package.sources(of: $0).isEmpty }.sorted()
          }
          try report(UndrawnCode(in: code, isNear: package.isNear))
        }
      }

      private func report(_ undrawn: UndrawnCode) throws {
        let all = undrawn.findings.values
        let left = all.filter { !except.contains($0.name) }.map { "\($0.place.line): \($0.text)" }
        let unused = except.filter { name in !all.contains { $0.name == name } }
          .map { "nothing undrawn is called \($0): take --except \($0) out" }
        for line in left.sorted() + unused { try StandardOutput.print(line) }
        for machine in undrawn.unseen.sorted() {
          try StandardOutput.print(
            "note: no graph calls a method of \(machine) by name, so none is looked for")
        }
        if undrawn.machines.isEmpty, undrawn.listCount == 0 {
          // The line below would say that something was looked at.
          try StandardOutput.print(
            "note: this package has no machine that a graph calls, and no list of graphCases")
        }
        try StandardOutput.print(
          "checked: machines \(undrawn.machines.count - undrawn.unseen.count), "
            + "methods \(undrawn.methodCount), lists of cases \(undrawn.listCount); "
            + (left.isEmpty ? "nothing is undrawn" : "\(left.count) undrawn"))
        if !left.isEmpty || !unused.isEmpty { throw ExitCode(1) }
      }
    }

    /// Returns the graph of a type, and prints what its owner has to know.
    private static func graph(of type: String, in targets: [String]) throws -> WrittenGraph {
      let package = try BuiltPackage(building: targets)
      let name = type.split(separator: ".").last.map(String.init) ?? type
      // If nobody mentions the name, all names are looked at for one that is near.
      let near = try package.modules(targets, mentioning: name)
      var code = CheckedCode()
      for module in near.isEmpty ? try package.modules(targets, mentioning: "") : near {
        try code.read(try package.trees(of: module), of: module)
      }
      let graph = try WrittenGraph(of: type, in: code)
      for note in graph.notes { try? StandardOutput.print("note: \(note)", to: STDERR_FILENO) }
      return graph
    }

    /// Turns errors into the exit code of a verb that failed.
    private static func failing(_ work: () throws -> Void) throws {
      do {
        try StandardOutput.check()
        try work()
      } catch let error where !(error is ExitCode) {
        let reason = error is CocoaError ? error.localizedDescription : "\(error)"
        try? StandardOutput.print("error: \(reason)", to: STDERR_FILENO)
        throw ExitCode(2)
      }
    }
  }
#else
  import Foundation

  /// Without the trait, there is no parser of command lines.
  @main struct ScaffoldCommand {
    static func main() {
      let reason = """
        error: scaffold takes the trait Command, which this package turns off by `traits: []`; run it from a clone: \
        swift run --package-path PATH/Schematic scaffold
        """
      try? StandardOutput.print(reason, to: STDERR_FILENO)
      exit(2)
    }
  }
#endif
