import ArgumentParser
import Foundation
import SchematicGraph
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct WalkAnimationTests {
  private enum Tool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram("Door", of: Door.schema), Diagram("Gate", of: Door.schema),
    ]
  }
  private enum ChangedTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram("Door", of: Door.changedSchema), Diagram("Gate", of: Door.changedSchema),
    ]
  }

  private let temporary = TemporaryFolder()

  private func run<T: DiagramTool>(_ tool: T.Type, _ arguments: [String]) throws {
    var command = try DiagramCommand<T>.parseAsRoot(arguments)
    try command.run()
  }

  private func render(_ arguments: String...) throws -> String {
    try temporary.write("", to: "out")
    try run(
      Tool.self, ["render", "Door"] + arguments + ["--output", temporary.folder.path(of: "out")])
    return try temporary.text(of: "out") ?? ""
  }

  /// Returns what the style sheet lights, in its order: the names of groups, of states and of arrows, with
  /// the percentages at which their light is fully on and begins to go.
  private func lights(in svg: String) -> [(name: String, from: Double, to: Double)] {
    var lights: [(name: String, from: Double, to: Double)] = []
    var name = ""
    for line in svg.split(separator: "\n") {
      if line.contains("{animation:"), let group = line.firstMatch(of: #/#(\w+)/#) {
        name = String(group.output.1)
      } else if line.hasPrefix("@keyframes"), let lit = line.split(separator: "}").dropFirst().first
      {
        let times = lit.prefix { $0 != "{" }.split(separator: ",").compactMap {
          Double($0.dropLast())
        }
        for index in stride(from: 0, to: times.count, by: 2) {
          lights.append((name, times[index], times[index + 1]))
        }
      }
    }
    return lights.sorted { $0.from < $1.from }
  }

  @Test func animationLightsAStateThenTheArrowThenTheNextState() throws {
    let svg = try render("--walk", "push", "push", "turnKey")
    let lights = lights(in: svg)
    // The states are open, closed and locked.
    #expect(lights.map(\.name) == ["s1", "a1", "s0", "a0", "s1", "a2", "s2"])
    for (one, next) in zip(lights, lights.dropFirst()) {
      #expect(one.from < one.to && one.to < next.from)
    }
    #expect(lights.last.map { $0.to < 100 } == true)
    #expect(svg.contains("Plays push, push, turnKey.</desc>"))
  }

  @Test func animationTakesEveryArrowIfNobodyChoosesAWalk() throws {
    let svg = try render("--format", "walk")
    let arrows = svg.matches(of: #/<g id="(a\d+)"/#).map { String($0.output.1) }
    #expect(arrows.count == 4)
    #expect(Set(lights(in: svg).map(\.name)).isSuperset(of: arrows))
  }

  @Test(arguments: ["svg", "dark"])
  func movingPictureIsThePlainOneWithoutItsAnimations(format: String) throws {
    let plain = try render("--format", format)
    let moving = try render("--format", format, "--walk", "push", "push")
    let sheet = #/<style>\n\.graph[^$]*?<\/style>\n/#
    let still = moving.replacing(sheet, with: "").replacing("\nPlays push, push.", with: "")
    // The names of groups aside, by which the animations find them.
    let name = #/ id="\w+"/#
    #expect(still.replacing(name, with: "") == plain.replacing(name, with: ""))
    #expect(moving != plain)
  }

  @Test func animationIsStillForReadersWhoPreferThat() throws {
    let svg = try render("--format", "walk")
    let start = try #require(
      svg.range(of: "@media screen and (prefers-reduced-motion: no-preference) {\n"))
    let end = try #require(svg.range(of: "\n}\n</style>\n<g id=\"graph0\""))
    for word in ["animation", "keyframes", "inherit", "currentColor"] {
      #expect(svg[start.upperBound..<end.lowerBound].contains(word))
      #expect(!svg[..<start.lowerBound].contains(word))
      #expect(!svg[end.lowerBound...].contains(word))
    }
    for word in [
      "<script", "<animate", "<set", "javascript:", "onload", "href=\"", "url(", "@import",
    ] {
      #expect(!svg.contains(word))
    }
  }

  @Test(arguments: [["pull"], ["turnKey", "push"]])
  func anEventThatNoArrowTakesIsAnErrorAndNothingIsWritten(events: [String]) {
    let output = temporary.folder.path(of: "out")
    #expect(throws: ExitCode(2)) {
      try run(Tool.self, ["render", "Door", "--walk"] + events + ["--output", output])
    }
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test(arguments: [["--format", "png"], ["--highlight", "open"]])
  func walkIsRefusedWhereNothingCanPlay(options: [String]) {
    #expect(throws: (any Error).self) {
      try DiagramCommand<Tool>.parseAsRoot(["render", "Door", "--walk", "push"] + options)
    }
  }

  @Test func movingPictureIsKeptOfDiagramsForWhichItWasAsked() throws {
    let output = ["--output", temporary.folder.path]
    try run(Tool.self, ["generate", "--format", "dot"] + output)
    try run(Tool.self, ["generate", "--only", "Door", "--format", "walk"] + output)
    try run(Tool.self, ["check"] + output)
    let first = try temporary.text(of: "Door.walk.svg")
    try run(Tool.self, ["generate", "--format", "walk", "--redraw", "--only", "Door"] + output)
    #expect(try temporary.text(of: "Door.walk.svg") == first)
    let problems = try DiagramCheck(folder: temporary.folder).problems(with: ChangedTool.catalog)
    #expect(problems.contains { $0.file.hasSuffix("Door.walk.svg") && $0.kind == .staleImage })
    try run(ChangedTool.self, ["generate", "--prune"] + output)
    try run(ChangedTool.self, ["check"] + output)
    #expect(try temporary.text(of: "Door.walk.svg") != first)
    #expect(try !temporary.folder.fileNames().contains("Gate.walk.svg"))
  }
}
