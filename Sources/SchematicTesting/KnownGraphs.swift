import Foundation
import Schematic
import SchematicGraph

/// The graphs of the schemas that tests have used last: exploring the rules costs more than a walk.
enum KnownGraphs {
  private struct Entry {
    /// What a schema and its copies share; kept, so that no other schema takes its place in memory.
    let storage: AnyObject
    let samples: [ValueTree.Identity]
    let graph: StateGraph
  }

  /// Tests of a few schemas run at once; a mutation score makes one schema after another.
  private static let maximum = 8
  private static let lock = NSLock()
  // Used only while the lock is held; the newest comes last.
  nonisolated(unsafe) private static var entries: [Entry] = []

  fileprivate static func graph(
    of storage: AnyObject, with samples: [ValueTree.Identity], made make: () -> StateGraph
  ) -> StateGraph {
    let known = lock.withLock { () -> StateGraph? in
      let index = entries.firstIndex { $0.storage === storage && $0.samples == samples }
      guard let index else { return nil }
      entries.append(entries.remove(at: index))
      return entries.last?.graph
    }
    if let known { return known }
    let graph = make()
    lock.withLock {
      entries =
        entries.suffix(maximum - 1) + [Entry(storage: storage, samples: samples, graph: graph)]
    }
    return graph
  }
}

extension StateMachineSchema where State: Graphable, Event: Graphable {
  /// The identities of the samples of states and events.
  var sampleIdentities: [ValueTree.Identity] {
    State.graphCases.map { ValueTree($0).identity }
      + Event.graphCases.map { ValueTree($0).identity }
  }

  /// The graph of the rules, made once as long as the samples of states and events are the same.
  var knownGraph: StateGraph { knownGraph(with: sampleIdentities) }

  /// Keeps the graph of the rules, so that it isn't made again.
  func know(_ graph: StateGraph) {
    _ = KnownGraphs.graph(of: identity, with: sampleIdentities) { graph }
  }

  /// Returns the graph of the rules for samples whose identities are known.
  func knownGraph(with samples: [ValueTree.Identity]) -> StateGraph {
    KnownGraphs.graph(of: identity, with: samples) { StateGraph(self) }
  }
}
