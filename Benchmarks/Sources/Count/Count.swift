import CProbe
import Comparisons
import Graphs
import Machines
import SchematicGraph
import SchematicGraphviz

/// Counts that do not depend on how busy the computer is: allocations, bytes and, under callgrind,
/// instructions.
///
/// Prints a line for each figure, with tabs between its parts; callgrind itself writes the
/// instructions.
@main
enum Count {
  /// The number of events that are counted on each side, after as many to warm up.
  private static let length = 4_096

  static func main() throws {
    precondition(probe_counts_allocations(), "allocations are counted on Linux only")
    for comparison in Comparison.all { count(comparison) }
    for size in Size.all { countSchemas(of: size) }
    try countPictures()
    try countRegions()
    countMachines()
    if !probe_counts_instructions() {
      for size in Size.all { count(size) }
    }
  }

  private static func count(_ comparison: Comparison) {
    let pair = comparison.pair(length: length)
    let goal = comparison.goal.map { "\($0)" } ?? "-"
    print("comparison", comparison.name, comparison.baseline, goal, separator: "\t")
    for (side, pass) in [("baseline", pair.baseline), ("machine", pair.machine)] {
      count(comparison.name, side, times: pair.count) {
        precondition(pass() != 0, "\(comparison.name): nothing was done")
      }
    }
  }

  private static func countSchemas(of size: Size) {
    let number = 256
    size.makeSchemas(number)
    count("\(size.name), its schema", "machine", times: number) { size.makeSchemas(number) }
  }

  /// Counts the costs of a picture for each of its states, without those of Graphviz's own process.
  ///
  /// The text is counted for few and for many states, because it must not cost more in large graphs.
  private static func countPictures() throws {
    for states in [30, 300] {
      let schema = Circle.schema(states: states)
      let graph = StateGraph(schema)
      _ = graph.dot()
      count("exploring \(states) states", "machine", times: states) { _ = StateGraph(schema) }
      count("DOT text of \(states) states", "machine", times: states) { _ = graph.dot() }
    }
    let states = 100
    let graph = StateGraph(Circle.schema(states: states))
    _ = try graph.render(.svg)
    try count("drawing \(states) states", "machine", times: states) {
      _ = try graph.render(.svg)
    }
  }

  /// Counts the costs of exploring regions for each of their states, and of all work with a machine that
  /// has a million combinations of states.
  private static func countRegions() throws {
    for regions in [2, 3, 4, 6] {
      let schema = Lamps.schema(regions: regions)
      _ = StateGraph(schema)
      count("exploring \(regions) regions", "machine", times: 4 * regions) {
        _ = StateGraph(schema)
      }
    }
    let (schema, quiet) = (Lamps.schema(regions: 10), Lamps.schema(regions: 10, isLoud: false))
    try count("ten regions, explored, printed, read and compared", "machine", times: 1) {
      let graph = StateGraph(schema)
      let committed = try StateGraph(dot: graph.dot())
      precondition(committed == graph, "a graph was read as another one")
      precondition(
        StateGraph(quiet).diff(from: committed).edits.count == 1, "a change was not found")
    }
  }

  /// Counts the costs of exploring a hand-written machine.
  private static func countMachines() {
    for (name, explore) in [
      ("a hand-written value", Buffer.exploreValue),
      ("a hand-written object", Buffer.exploreObject),
    ] {
      precondition(explore() == 4, "\(name) has other states")
      count("exploring \(name)", "machine", times: 1) { _ = explore() }
    }
  }

  /// Counts the allocations and the instructions of some work, which does the same thing several times.
  private static func count(
    _ name: String, _ side: String, times: Int, _ work: () throws -> Void
  ) rethrows {
    let label = "\(name)\t\(side)\t\(times)"
    probe_begin_counting()
    probe_forget_instructions()
    try work()
    let heap = probe_end_counting()
    // The label was made before counting, because making it costs instructions.
    label.withCString(probe_write_instructions)
    print("counts", label, heap.allocations, separator: "\t")
  }

  private static func count(_ size: Size) {
    let number = 1_000_000
    _ = size.make(1)
    // The array and the subject, of which there is one, are subtracted.
    let once = heap { size.make(0) }
    let all = heap { size.make(number) }
    let array = number * MemoryLayout<AnyObject>.stride
    // The first machine of a schema fills its rule table; the second allocates only what every
    // machine does.
    size.makePasses(1)[0]()
    let heaps = size.makePasses(2).map(heap)
    let table = Int(heaps[0].bytes) - Int(heaps[1].bytes)
    print(
      "machines", size.name, size.stateBytes,
      Double(all.allocations - once.allocations) / Double(number),
      Double(Int(all.bytes - once.bytes) - array) / Double(number), table, separator: "\t")
  }

  private static func heap<Result>(_ work: () -> Result) -> probe_heap {
    probe_begin_counting()
    let result = work()
    let heap = probe_end_counting()
    withExtendedLifetime(result) {}
    return heap
  }
}
