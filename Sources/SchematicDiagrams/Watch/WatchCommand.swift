import Foundation
import SchematicGraph

#if Command
  import ArgumentParser

  /// `watch`: keeps the files up to date while somebody edits the code.
  struct WatchCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "watch",
        abstract: "Builds and draws again whenever a Swift file is saved, and names what changed.",
        discussion: """
          Runs until it is stopped with Control-C. After each change, builds this program again, prints \
          what diff prints, and does what generate does. If the code doesn't compile, the errors are \
          printed, and everything stays as it is until the next change.

          EXAMPLES:
            watch
            watch --only Turnstile --sources Sources ../Shared/Sources
          """
      )
    }

    @OptionGroup var location: LocationOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var pages: PageOptions<Tool>

    @Option(
      name: .long, parsing: .upToNextOption,
      help: "The folders whose Swift files are watched; the current folder unless given.")
    var sources: [String] = ["."]

    func run() throws {
      try CommandRunner.perform {
        guard !Tool.isRunByPlugin else { throw DiagramError.watchingInPlugin }
        let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
        guard let program = BuiltProgram(path: path) else {
          throw DiagramError.notBuilt(path)
        }
        var seen = SourceWatch(folders: sources)
        var texts = surroundings
        try refresh(program)
        Tool.print("watching \(sources.joined(separator: ", ")); Control-C ends it")
        while true {
          fflush(nil)
          Thread.sleep(forTimeInterval: 0.3)
          let now = SourceWatch(folders: sources)
          guard now != seen else { continue }
          let around = surroundings
          let changes = now.changes(since: seen, from: texts, to: around)
          // A change that is made from here on is found the next time.
          seen = now
          guard !changes.isEmpty else { continue }
          texts = around
          Tool.print("changed: \(changes.map(Self.name).joined(separator: ", "))")
          fflush(nil)
          guard try Self.run("/usr/bin/env", ["swift"] + program.buildArguments) == 0 else {
            continue
          }
          let chosen = selection.only.isEmpty ? [] : ["--only"] + selection.only
          _ = try Self.run(program.path, ["diff"] + location.unquotedArguments + chosen)
          try refresh(program)
        }
      }
    }

    /// What is around the diagrams in Swift files; nothing if a marker is invalid, which `generate` tells.
    @MainActor private var surroundings: [String: String] {
      (try? pages.markedPages().surroundings) ?? [:]
    }

    private func refresh(_ program: BuiltProgram) throws {
      let chosen = selection.only.isEmpty ? ["--prune"] : ["--only"] + selection.only
      _ = try Self.run(
        program.path, ["generate"] + chosen + location.unquotedArguments + pages.unquotedArguments)
    }

    private static func name(of path: String) -> String {
      let folder = FileManager.default.currentDirectoryPath + "/"
      return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }

    /// Runs a program, which prints to the same places as this one, and returns its exit code.
    private static func run(_ program: String, _ arguments: [String]) throws -> Int32 {
      // Other systems can't start the build.
      #if os(macOS) || os(Linux)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
      #else
        throw DiagramError(.unreadable, "this system starts no programs; run generate yourself")
      #endif
    }
  }

  extension DiagramError {
    fileprivate static var watchingInPlugin: DiagramError {
      DiagramError(
        .unreadable,
        "a plugin keeps the package manager from building; use swift run instead: "
          + "swift run NAME watch")
    }

    fileprivate static func notBuilt(_ path: String) -> DiagramError {
      DiagramError(
        .unreadable,
        "\(path) is not in a build folder of the package manager, so it can't be built again; start it "
          + "with swift run")
    }
  }
#endif
