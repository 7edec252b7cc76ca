import Foundation
import Graphs
import Schematic
import SchematicGraph
import SchematicGraphviz

/// A comparison of drawing in-process with starting `dot` for the same text.
///
/// If `dot` is missing, this says how to get it. Drawing in-process doesn't need it.
@main
enum Drawing {
  static func main() throws {
    guard let dot = DotProgram() else {
      print("`dot` is missing. Type: apt-get install graphviz")
      exit(1)
    }
    print("One SVG in ms, medians\n")
    print("states  transitions  in-process     dot       ×")
    for states in [3, 10, 30, 100, 200] {
      let graph = StateGraph(Circle.schema(states: states))
      let text = graph.dot()
      let tries = states > 30 ? 3 : 9
      let here = try median(tries) { _ = try graph.render(.svg) }
      let there = try median(tries) { _ = try dot.draw(text) }
      print(
        String(
          format: "%6d  %11d  %10.1f  %6.1f  %6.2f", states, graph.transitions.count, here, there,
          here / there))
    }
    try drawMany(dot)
    try showParts()
  }

  /// Measures small diagrams, drawn one after the other.
  private static func drawMany(_ dot: DotProgram) throws {
    let graphs = (0..<1_000).map { StateGraph(Circle.schema(states: 3 + $0 % 5)) }
    let here = try median(1) { for graph in graphs { _ = try graph.render(.svg) } }
    let there = try median(1) { for graph in graphs { _ = try dot.draw(graph.dot()) } }
    print(
      String(
        format: "\n1,000 small diagrams: %.0f ms in-process, %.0f ms by dot, ratio %.2f", here,
        there, here / there))
  }

  /// Prints the parts of the time of a small and of a large diagram.
  private static func showParts() throws {
    print("\nWhere the time goes, in ms\n\nstates  DOT text   reading  reading, layout and drawing")
    for states in [3, 30, 100] {
      let graph = StateGraph(Circle.schema(states: states))
      let text = graph.dot()
      let printing = median(9) { _ = graph.dot() }
      let reading = try median(9) { _ = try StateGraph(dot: text) }
      let all = try median(3) { _ = try graph.render(.svg) }
      print(String(format: "%6d  %8.2f  %8.2f  %27.1f", states, printing, reading, all - printing))
    }
  }

  private static func median(_ tries: Int, _ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let times = try (0..<tries).map { _ in try clock.measure(work) }.sorted()
    return times[tries / 2] / .milliseconds(1)
  }
}

/// Graphviz's own program, started once for each diagram.
struct DotProgram {
  private let path: String

  /// Finds the program, or returns `nil` if there is none.
  init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/dot" }.first(where: FileManager.default.isExecutableFile)
    guard let found else { return nil }
    path = found
  }

  /// Returns the SVG that the program draws.
  ///
  /// - Parameter text: The text of the diagram.
  /// - Returns: The image.
  /// - Throws: An error if the program can't be started.
  func draw(_ text: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-Tsvg"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // The text fits into the pipe, and `dot` reads all of the text before it writes.
    input.fileHandleForWriting.write(Data(text.utf8))
    input.fileHandleForWriting.closeFile()
    let image = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    precondition(process.terminationStatus == 0 && !image.isEmpty, "dot drew nothing")
    return image
  }
}
