import Foundation
import Schematic
@_exported public import SchematicAnalysis
import SchematicGraph
@_exported import struct SchematicTraces.CoverageFile
@_exported import struct SchematicTraces.CoverageFileError

/// A recorder of the transitions that the machines of a test run take.
///
/// ```swift
/// let coverage = CoverageRecorder("Turnstile", of: Turnstile.schema)
/// let machine = StateMachine(schema: Turnstile.schema, subject: turnstile)
/// coverage.watch(machine)
/// ```
///
/// One recorder serves any number of machines on any threads. It writes nothing until you save it
/// with ``save(to:)``, or use the trait
/// ``Testing/Trait/coverage(_:expectsEverything:sourceLocation:)``, which saves at the end of a
/// suite if `SCHEMATIC_COVERAGE` names a file.
public final class CoverageRecorder: Sendable {
  /// The name of the machine in files.
  package let name: String

  private let lock = NSLock()
  // Used only while the lock is held.
  nonisolated(unsafe) private var recorded: TransitionCoverage
  nonisolated(unsafe) private var unsaved: TransitionCoverage

  /// Creates a recorder for a graph.
  ///
  /// - Parameters:
  ///   - name: The name of the machine in files.
  ///   - graph: The graph.
  public init(_ name: String, of graph: StateGraph) {
    self.name = name
    recorded = TransitionCoverage(of: graph)
    unsaved = recorded
  }

  /// Creates a recorder for the machines of a schema.
  ///
  /// - Parameters:
  ///   - name: The name of the machine in files.
  ///   - schema: The rules.
  public convenience init<State: Graphable, Event: Graphable, Subject>(
    _ name: String, of schema: StateMachineSchema<State, Event, Subject>
  ) {
    self.init(name, of: schema.knownGraph)
  }

  /// The counts of the transitions taken so far.
  public var coverage: TransitionCoverage { lock.withLock { recorded } }

  /// Records the transitions that a machine takes from now on.
  ///
  /// - Parameter machine: The machine, which keeps the recorder alive.
  /// - Returns: A token. To stop recording, pass it to the machine's `removeObserver`.
  @discardableResult
  public func watch<State: Graphable, Event: Graphable, Subject>(
    _ machine: StateMachine<State, Event, Subject>
  ) -> ObserverToken {
    let schema = machine.schema
    return machine.observe { [self] handled in
      change { $0.record(handled, of: schema) }
    }
  }

  /// Records a transition of a system that isn't a `StateMachine`.
  ///
  /// - Parameter transition: The transition.
  package func record(_ transition: StateGraph.Rule) {
    change { $0.record(transition) }
  }

  /// Adds to a file the transitions taken since the last save.
  ///
  /// - Parameter file: The file, which is created if it doesn't exist.
  /// - Throws: A `CoverageFileError` if the file can't be read or written, or belongs to other
  ///   rules. Nothing is lost then, and the next save includes everything.
  public func save(to file: CoverageFile) throws(CoverageFileError) {
    let coverage = lock.withLock {
      defer { unsaved = TransitionCoverage(of: recorded.graph) }
      return unsaved
    }
    do {
      try file.add(coverage, named: name)
    } catch {
      lock.withLock { unsaved.merge(coverage) }
      throw error
    }
  }

  private func change(_ change: (inout TransitionCoverage) -> Void) {
    lock.withLock {
      change(&recorded)
      change(&unsaved)
    }
  }
}
