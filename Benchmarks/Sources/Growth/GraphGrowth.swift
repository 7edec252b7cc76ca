import Graphs
import Schematic
import SchematicGraph

/// Growth of the times of exploring, printing, comparing and finding with the number of transitions.
enum GraphGrowth {
  static func run() {
    print("Time per transition in ns, ten events in each state\n")
    printRow("transitions", ["exploration", "DOT", "diff", "findings"])
    for count in [10, 100, 1_000, 10_000] { measure(transitions: count) }
    print()
    measureRegions()
    measureAgainstLoop()
  }

  private static func measure(transitions count: Int) {
    World.set(places: count / 10, steps: 10)
    let graph = StateGraph(World.schema)
    precondition(graph.transitions.count == count, "\(graph.transitions.count) transitions")
    let other = StateGraph(World.changedSchema)
    precondition(graph.diff(from: other).edits.count == 1, "the change was not found")
    let tries = count < 1_000 ? 99 : 9
    let times = [
      Stopwatch.nanoseconds(tries: tries) { StateGraph(World.schema) },
      Stopwatch.nanoseconds(tries: tries) { graph.dot() },
      Stopwatch.nanoseconds(tries: tries) { graph.diff(from: other) },
      Stopwatch.nanoseconds(tries: tries) { StateGraph(World.faultySchema).findings },
    ]
    printRow("\(count)", times.map { ($0 / Double(count)).short })
  }

  /// Measures regions of four states, of which ten have a million combinations.
  private static func measureRegions() {
    let counts = [2, 3, 4, 6, 10]
    print("Processor time in ms, regions of four states\n")
    printRow("regions", counts.map(String.init))
    printRow(
      "exploration",
      counts.map { count in
        let schema = Lamps.schema(regions: count)
        return (Stopwatch.processorNanoseconds { StateGraph(schema) } / 1e6).short
      })
    let (schema, quiet) = (Lamps.schema(regions: 10), Lamps.schema(regions: 10, isLoud: false))
    let all = Stopwatch.processorNanoseconds {
      let graph = StateGraph(schema)
      let committed = try? StateGraph(dot: graph.dot())
      precondition(committed == graph, "a graph was read as another one")
      return StateGraph(quiet).diff(from: graph)
    }
    printRow("ten, explored, printed, read, compared", [(all / 1e6).short])
    print()
  }

  /// Compares exploring a large machine with calling its rules, which is the least that exploring can cost.
  private static func measureAgainstLoop() {
    World.set(places: 1_000, steps: 100)
    let schema = World.schema
    let exploration = Stopwatch.nanoseconds { StateGraph(schema) }
    let loop = Stopwatch.nanoseconds {
      var sum = 0
      for place in Place.graphCases {
        for step in Step.graphCases {
          sum &+= schema.transition(from: place, on: step).target?.number ?? 0
        }
      }
      return sum
    }
    print("1,000 states and 100 events, 100,000 transitions\n")
    printRow("exploration", ["\((exploration / 1e6).short) ms"])
    printRow("the rules in a double loop", ["\((loop / 1e6).short) ms"])
    printRow("ratio", [(exploration / loop).short])
  }
}
