import Foundation
import SchematicGraph

/// A way to draw rules that trap on systems where a process can't copy itself: the tool is started again
/// after each trap.
///
/// A process makes the graph of a diagram, and writes down which trial it is about to make. If that
/// ends the process, the next one knows how the trial ends, and goes on. It takes a process for each
/// trap, and one more.
struct RestartedTool {
  /// Starts the tool, tells it the folder, and waits for its end.
  ///
  /// Returns the signal that ended it, or `nil` if it exited.
  let start: (_ folder: TrialFolder) throws -> Int32?

  /// Returns the graph of a diagram; `nil` if the tool doesn't make it.
  ///
  /// - Parameters:
  ///   - name: The name of the diagram.
  ///   - tell: Is told the number of traps that were found so far.
  /// - Returns: The graph.
  @MainActor func graph(
    of name: String, telling tell: (_ traps: Int) -> Void = { _ in }
  ) -> StateGraph? {
    guard let folder = try? TrialFolder(for: name) else { return nil }
    defer { folder.remove() }
    var known: [Int: TrapWatch.Trial] = [:]
    do {
      while true {
        try folder.write(known)
        let signal = try start(folder)
        if let graph = folder.graph { return graph }
        // What ends the process outside of trials would do so again.
        guard let last = folder.lastTrial, known[last.number] == nil else { return nil }
        known[last.number] =
          signal == SIGXCPU ? .stuck : folder.trap(by: signal, after: last.answers)
        tell(known.count)
      }
    } catch {
      return nil
    }
  }

  /// Makes the graph that another process of the tool asks for, and writes it into the folder.
  @MainActor static func answer(in folder: TrialFolder, from diagrams: [Diagram]) throws {
    let name = try folder.name
    guard let diagram = diagrams.first(where: { $0.name == name }) else { return }
    let notes = try folder.openNotes()
    let watch = TrapWatch.restarting(knowing: try folder.known, note: notes)
    try folder.write(TrapWatch.$current.withValue(watch) { diagram.graph })
  }
}

extension RestartedTool {
  /// The variable of the environment that names the folder.
  private static let variable = "SCHEMATIC_DIAGRAM_TOOL_TRIALS"

  /// What is added to the number of a signal that ends a trial, to make an exit code.
  ///
  /// If the signal itself ended the program, some systems would file a report of a crash each time.
  private static let signalOffset: Int32 = 128

  /// Starts the program of this process with its arguments.
  static var program: RestartedTool { RestartedTool(start: startProgram) }

  private static func startProgram(in folder: TrialFolder) throws -> Int32? {
    #if os(macOS) || os(Linux)
      let process = Process()
      process.executableURL = Bundle.main.executableURL
      process.arguments = Array(CommandLine.arguments.dropFirst())
      process.environment = ProcessInfo.processInfo.environment
        .merging([variable: folder.path, "SWIFT_BACKTRACE": "enable=no"]) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try folder.openWords()
      try process.run()
      process.waitUntilExit()
      let status = process.terminationStatus
      if process.terminationReason == .uncaughtSignal { return status }
      return status > signalOffset ? status - signalOffset : nil
    #else
      throw CocoaError(.featureUnsupported)
    #endif
  }

  /// Answers the process that has started this one, and exits; does nothing if a person started it.
  @MainActor static func answerProgram(from catalog: DiagramCatalog) {
    guard let path = ProcessInfo.processInfo.environment[variable] else { return }
    do {
      TrapWatch.exitOnSignals(adding: signalOffset)
      try answer(in: TrialFolder(path: path), from: catalog.diagrams)
      exit(EXIT_SUCCESS)
    } catch {
      exit(EXIT_FAILURE)
    }
  }
}

/// A folder in which a process and the one that it starts exchange what they know of a graph.
struct TrialFolder {
  let path: String

  private func url(_ name: String) -> URL {
    URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(name)
  }

  // MARK: - The process that starts another

  /// Creates a folder for the graph of a diagram.
  fileprivate init(for name: String) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("schematic-trials-\(UUID().uuidString)", isDirectory: true)
    self.init(path: url.path)
    // Nobody else may write what is read here.
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try Data(name.utf8).write(to: self.url("name"))
  }

  init(path: String) { self.path = path }

  fileprivate func remove() { try? FileManager.default.removeItem(atPath: path) }

  fileprivate func write(_ known: [Int: TrapWatch.Trial]) throws {
    try JSONEncoder().encode(known).write(to: url("known"))
    try Data().write(to: url("trial"))
    try Data().write(to: url("words"))
  }

  func openWords() throws -> FileHandle { try FileHandle(forWritingTo: url("words")) }

  /// The trial that ended the other process; `nil` if it ended outside of trials.
  fileprivate var lastTrial: TrapWatch.RunningTrial? {
    guard let text = try? String(contentsOf: url("trial"), encoding: .utf8) else { return nil }
    let words = text.prefix { $0 != "\n" }.split(separator: " ")
    guard let number = words.first.flatMap({ Int($0) }) else { return nil }
    let answers = words.dropFirst().joined().map { $0 == "1" }
    return TrapWatch.RunningTrial(number: number, answers: answers)
  }

  /// Returns the end of a trial that ended the other process.
  fileprivate func trap(by signal: Int32?, after answers: [Bool]) -> TrapWatch.Trial {
    let words = (try? Data(contentsOf: url("words"))).map { String(decoding: $0, as: UTF8.self) }
    let message = signal.map { TrapMessage.text(in: words ?? "", signal: $0) }
    return .trapped(message: message ?? TrapMessage.exit, answers: answers)
  }

  /// The graph that the other process has made.
  fileprivate var graph: StateGraph? {
    (try? Data(contentsOf: url("graph")))
      .flatMap { try? JSONDecoder().decode(ExploredGraph.self, from: $0).graph }
  }

  // MARK: - The process that was started

  fileprivate var name: String {
    get throws { try String(contentsOf: url("name"), encoding: .utf8) }
  }

  fileprivate var known: [Int: TrapWatch.Trial] {
    get throws {
      try JSONDecoder().decode([Int: TrapWatch.Trial].self, from: Data(contentsOf: url("known")))
    }
  }

  /// Opens the file that says which trial runs, and returns a function that writes it.
  fileprivate func openNotes() throws -> @Sendable (TrapWatch.RunningTrial?) -> Void {
    let file = open(url("trial").path, O_WRONLY)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    return { trial in
      let text =
        trial.map { "\($0.number) \($0.answers.map { $0 ? "1" : "0" }.joined())\n" } ?? "\n"
      // One call, because the next line of the rules may end the process.
      _ = pwrite(file, text, text.utf8.count, 0)
    }
  }

  fileprivate func write(_ graph: StateGraph) throws {
    try JSONEncoder().encode(ExploredGraph(graph)).write(to: url("graph"), options: .atomic)
  }
}
