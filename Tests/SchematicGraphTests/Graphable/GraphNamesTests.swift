import Schematic
import SchematicGraph
import Testing

/// Labels of states inside each other, and of types that make their own paths.
@Suite struct GraphNamesTests {
  private enum Track: CaseIterable, Graphable {
    case first, second
    var graphLabel: String { self == .first ? "Track 1" : graphIdentifier }
  }
  /// A composite state with a label, and cases that make paths of their own.
  private enum Deck: Graphable {
    case loaded(Track), grouped(Track), hidden(Track), level(Int), through(Track)

    static var graphCases: [Deck] {
      Track.allCases.flatMap { [.loaded($0), .grouped($0), .hidden($0), .through($0)] }
        + [.level(2)]
    }
    var casePath: [String] {
      switch self {
      case .loaded(let track): ["loaded"] + track.casePath
      case .grouped(let track): ["discs", "group"] + track.casePath
      case .hidden: ["secret", "hidden"]
      case .level(let number): ["level \(number)"]
      case .through(let track): track.casePath
      }
    }
    var graphLabel: String {
      switch self {
      case .loaded: "Disc"
      case .grouped: "Group"
      case .hidden: "Hidden"
      case .level: "level"
      case .through: "Nowhere"
      }
    }
  }

  @Test(
    arguments: [
      // Each level labels the name that it adds; a name of the type's own stays without a label.
      (Deck.loaded(.first), "Disc.Track 1"), (.loaded(.second), "Disc.second"),
      (.grouped(.first), "discs.Group.Track 1"), (.grouped(.second), "discs.Group.second"),
      // A path that leaves the carried value out has no place for its label.
      (.hidden(.first), "secret.Hidden"),
      // The name of the case is the default label, which says less than the path.
      (.level(2), "level 2"),
      // A level that adds no name has no place for a label.
      (.through(.first), "Track 1"),
    ])
  private func labelsOfAValueStandForItsOwnNames(value: Deck, label: String) {
    #expect(value.diagramLabel == label)
    let graph = StateGraph(initial: value, events: [Track]()) { _, _ in nil }
    let state = graph.states.first { $0.identifier == value.graphIdentifier }
    #expect(state.map { label.hasSuffix($0.label) } == true)
    #expect(graph.initialState == value.casePath.joined(separator: "."))
  }

  /// A state that isn't an enum.
  private struct Room: Graphable {
    var floor = 2
    static var graphCases: [Room] { [] }
    var casePath: [String] { ["house", "floor \(floor)"] }
  }

  @Test func typesThatAreNoEnumsAreLabelledAsTheyAreNamed() {
    #expect(Room().graphIdentifier == "house.floor 2")
    #expect(Room().graphLabel == "floor 2")
    #expect(Room().diagramLabel == "house.floor 2")
  }

  /// The path costs as much as the state is deep, so a label asks for it twice at most, and not at
  /// every level.
  @Test(arguments: [1, 10, 1_000]) func deepStatesAreNamedInTwoPasses(depth: Int) {
    let count = Core.Count()
    let shell = (0..<depth).reduce(Shell.core(Core(count: count))) { shell, _ in .shell(shell) }
    #expect(shell.diagramLabel == String(repeating: "shell.", count: depth) + "core.the core")
    #expect(count.asked == 2)
  }

  private struct Core: Graphable {
    final class Count: @unchecked Sendable { var asked = 0 }
    let count: Count
    static var graphCases: [Core] { [] }
    var casePath: [String] {
      count.asked += 1
      return ["core"]
    }
    var graphLabel: String { "the core" }
  }

  private indirect enum Shell: Graphable {
    case shell(Shell)
    case core(Core)
    static var graphCases: [Shell] { [] }
  }
}
