import Foundation
import SchematicAnalysis
import SchematicDiagrams
import SchematicGraph

/// The command that draws thirty random machines: ten flat, ten nested and ten with regions.
///
/// `Scripts/pictures/rulers.py` measures their pictures. The variable `SEED` says which thirty.
@main
struct RandomMachines: DiagramTool {
  static let catalog = DiagramCatalog(
    RandomMachine.Kind.allCases.flatMap { kind in
      (1...10).map { number in
        Diagram("\(kind)\(number)", of: RandomMachine.graph(kind, seed: seed &* 10 &+ number))
      }
    })

  private static let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? 1
}
