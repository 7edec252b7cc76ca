import Foundation
import SchematicGraph
import SchematicGraphviz

/// The command that draws thirty random machines: ten flat, ten nested and ten with regions.
///
/// `RandomMachines FOLDER SEED` writes each machine into the folder as SVG, DOT and Mermaid.
/// `Benchmarks/Pictures/rulers.py` measures the pictures.
///
/// This is no `DiagramTool`, so that the package plugins find only one.
@main
enum RandomMachines {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, let seed = arguments.last.flatMap(UInt64.init) else {
      fatalError("usage: RandomMachines FOLDER SEED")
    }
    for kind in RandomMachine.Kind.allCases {
      for number in 1...10 {
        let graph = RandomMachine.graph(kind, seed: seed &* 10 &+ UInt64(number))
        let name = "\(kind)\(number)"
        let texts = [
          ("svg", try graph.render(.svg, name: name)), ("dot", Array(graph.dot(name: name).utf8)),
          ("mmd", Array(graph.mermaid(name: name).utf8)),
        ]
        for (ending, text) in texts {
          try Data(text).write(to: URL(fileURLWithPath: "\(folder)/\(name).\(ending)"))
        }
      }
    }
  }
}
