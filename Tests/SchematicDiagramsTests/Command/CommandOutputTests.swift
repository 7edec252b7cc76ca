import ArgumentParser
import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTraces
import Testing

@testable import SchematicDiagrams

/// Labels are anybody's text: nothing in the output of a verb is a command to a terminal or to GitHub.
@MainActor @Suite struct CommandOutputTests {
  /// A machine whose every name wants to be obeyed.
  private static func graph(action: String) -> StateGraph {
    func name(_ word: String) -> String {
      "\(word)\n::error::\(word)\n \u{1B}[31m\r::warning::\u{85}\u{2028}##[error]\(word)\u{7F}"
    }
    let guards = [nil, name("guard")]
    return StateGraph(
      states: ["a", "unreachable"].map { .init(identifier: name($0)) },
      transitions: guards.map {
        .init(
          source: name("a"), target: name("b"), event: name("event"), guard: $0,
          action: name(action))
      }, initialState: name("a"))
  }

  private enum Tool: DiagramTool {
    static let catalog: DiagramCatalog = [Diagram("Odd", of: graph(action: "old"))]
    static let pages: [String] = []
  }
  private enum ChangedTool: DiagramTool {
    static let catalog: DiagramCatalog = [
      Diagram("Odd", of: graph(action: "new")), Diagram("New", of: graph(action: "new")),
    ]
    static let pages: [String] = []
  }

  private static func runAllVerbs(in folder: DiagramFolder) throws {
    try run(Tool.self, ["generate", "--format", "dot", "--strict"], in: folder)
    let graph = graph(action: "old")
    let step = graph.transitions[0]
    let entries = ["Odd", step.event].map { machine in
      TraceEntry(
        machine: machine, id: step.event, number: 1, state: step.source,
        step: .init(event: step.event, outcome: .moved, target: step.event, action: step.action))
    }
    let lines = entries.map { $0.line + "\n" }.joined()
    let trace = folder.path(of: "trace.jsonl")
    try lines.write(toFile: trace, atomically: true, encoding: .utf8)
    for form in [[], ["--json"]] {
      for verb in [["check", "--strict"], ["diff"], ["list"], ["replay", trace]] {
        try run(ChangedTool.self, verb + form, in: folder)
      }
    }
    for arguments in [
      ["diff", "--markdown"], ["list", "--only", step.event], ["render", step.event],
      ["replay", step.event], ["diff", "--revision", step.event],
      ["review", "--json"], ["review", "--accept", step.event],
      ["review", "--reject", "\(step.source): \(step.event)"],
      ["render", "Odd", "--highlight", step.event], ["render", "Odd", "--collapse", step.event],
    ] {
      try run(ChangedTool.self, arguments, in: folder)
    }
  }

  private static func run<T: DiagramTool>(
    _ tool: T.Type, _ arguments: [String], in folder: DiagramFolder
  ) throws {
    print("VERB \(arguments[0])")
    fflush(nil)
    let takesFolder = ["generate", "check", "diff", "review"].contains(arguments[0])
    do {
      var command = try DiagramCommand<T>.parseAsRoot(
        arguments + (takesFolder ? ["--output", folder.path] : []))
      try command.run()
    } catch is ExitCode {}
    fflush(nil)
  }

  @Test func noLabelIsACommand() async throws {
    let temporary = TemporaryFolder()
    let output = ProcessOutput()
    await #expect(processExitsWith: .success) {
      [path = output.path as String, folder = temporary.folder.path as String] in
      try await ProcessOutput.collect(at: path) {
        try await MainActor.run {
          // This process has no other output, and errors count, too.
          MachineOutput.isOfProgram = true
          try CommandOutputTests.runAllVerbs(in: DiagramFolder(path: folder))
        }
      }
    }
    let text = try output.take()
    #expect(text.components(separatedBy: "VERB ").count == 20)
    for word in ["old", "new", "event", "guard", "unreachable"] { #expect(text.contains(word)) }
    for line in text.unicodeScalars.split(separator: "\n").map(String.init) {
      #expect(
        !line.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(line)")
      #expect(line.firstMatch(of: /^\s*::|##[a-z]*\[/) == nil, "\(line)")
    }
    withExtendedLifetime(temporary) {}
  }
}
