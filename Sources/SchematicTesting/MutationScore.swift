import Foundation
import Schematic
import SchematicAnalysis
import SchematicGraph
import Testing

/// A measure of what tests are worth: how many wrong rules they notice.
///
/// The rules are run with one mistake at a time: an arrow leads elsewhere, a guard is negated, an
/// action isn't performed, an event is ignored, an arrow carries another value, or a state lacks an
/// entry, exit, task or timeout. Rules with such a mistake are a *mutant*. A mutant lives if no test
/// notices it, and shows what the tests leave out.
///
/// ```swift
/// @Test func walksNoticeWrongRules() async {
///   let walks = StateGraph(Turnstile.schema).walks(taking: .everyTransitionAndRejection)
///   let score = await MutationScore(of: Turnstile.schema, mutants: 20, seed: 7) { schema in
///     for walk in walks {
///       expectWalk(walk, of: schema, subject: { Turnstile() }) { step, turnstile in
///         turnstile.coins = step.guards["paid"] == true ? 1 : 0
///       }
///     }
///   }
///   expectMutantsNoticed(score)
/// }
/// ```
///
/// The mistake is made when the schema answers, so nothing is compiled again and everything happens in
/// this process. Tests make their machines with the schema that they receive. Walks are made from the
/// rules as they are, or from the committed diagram: walks made from a mutant follow its mistake.
///
/// A machine written by hand has no schema, so its answers can't be changed.
public struct MutationScore: Sendable {
  /// The rules with one mistake.
  public struct Mutant: Sendable, CustomStringConvertible {
    package let mutation: Mutation

    /// The rule that is wrong, or `nil` if a state lacks a behavior.
    public var rule: StateGraph.Rule? { mutation.rule }

    /// The lines of code that make the rule, guard or behavior, as far as they are known.
    public var sourceLines: [SourceLine] { mutation.sourceLines }

    /// The mistake in the words of the diagram: `push in unlocked is ignored`.
    public var description: String { "\(mutation)" }
  }

  /// The mutants that no test noticed, in the order of the graph.
  public let living: [Mutant]

  /// The number of mutants; 0 if the tests fail with the rules as they are.
  public let count: Int

  /// The number of mutants that tests noticed.
  public var noticed: Int { count - living.count }

  fileprivate let seed: UInt64
}

extension MutationScore {
  /// Runs tests against the rules as they are, and then against one mutant after another.
  ///
  /// The tests notice a mutant if they record an issue or throw an error. Neither makes the test that creates
  /// the score fail. If the tests fail with the rules as they are, their issues are recorded, and no
  /// mutant is tried.
  ///
  /// A score that takes long says on standard error how far it is.
  ///
  /// A mutant isn't counted if its diagram is the same, or if no events lead to its mistake. If a mutant
  /// makes the tests trap, the process ends. If it makes them wait for ever, the score waits, too: give
  /// waits a limit.
  ///
  /// - Parameters:
  ///   - schema: The rules.
  ///   - count: The maximum number of mutants. If more are possible, each kind of mistake is chosen once
  ///     for each arrow before any is chosen again.
  ///   - seed: The seed of the choice.
  ///   - sourceLocation: The location at which issues are reported.
  ///   - tests: The tests, which make machines with the schema that they receive. They run where the
  ///     caller does, such as on the main actor.
  nonisolated(nonsending) public init<State: Graphable, Event: Graphable, Subject>(
    of schema: StateMachineSchema<State, Event, Subject>,
    mutants count: Int = 100,
    seed: UInt64 = 0,
    sourceLocation: SourceLocation = #_sourceLocation,
    tests:
      nonisolated(nonsending) @escaping (
        _ schema: StateMachineSchema<State, Event, Subject>
      ) async throws -> Void
  ) async {
    self.seed = seed
    if let failure = await IssueWatch(isSilent: false).run(tests, schema) {
      Issue.record(
        "no mutant was tried, because the tests fail with the rules as they are\(failure)",
        sourceLocation: sourceLocation)
      (self.count, living) = (0, [])
      return
    }
    let mutants = Mutation.chosen(of: schema, count: count, seed: seed)
    var living: [Mutant] = []
    var progress = ScoreProgress(of: mutants.count)
    defer { progress.end() }
    for (mutation, mutant, graph) in mutants {
      progress.tell()
      mutant.know(graph)
      if await IssueWatch(isSilent: true).run(tests, mutant) == nil {
        living.append(Mutant(mutation: mutation))
      }
    }
    self.count = mutants.count
    self.living = living
  }
}

extension MutationScore: CustomStringConvertible {
  /// The numbers and the mutants that live: `19 of 20 mutants noticed (seed 7); push in unlocked is ignored`.
  public var description: String {
    "\(noticed) of \(count) mutants noticed (seed \(seed))" + (living.isEmpty ? "" : "; ")
      + living.map(\.description).joined(separator: "; ")
  }

  /// Returns the list of the mutants that live and aren't excused; `nil` if there are none.
  package func failure(except isExcused: (Mutant) -> Bool = { _ in false }) -> String? {
    let missed = living.filter { !isExcused($0) }
    guard !missed.isEmpty else { return nil }
    let lines = missed.map { mutant in
      "\n  \(mutant)" + (mutant.sourceLines.first.map { " (\($0))" } ?? "")
    }
    return "\(missed.count) of \(count) mutants live (seed \(seed)); no test notices that"
      + lines.joined()
  }
}

/// Expects tests to have noticed every mutant.
///
/// The issue lists the mutants that live, each with its line of code:
///
/// ```
/// 1 of 20 mutants live (seed 7); no test notices that
///   push in unlocked is ignored (Turnstiles/Turnstile.swift:24)
/// ```
///
/// Excuse mutants that may live:
///
/// ```swift
/// expectMutantsNoticed(score) { $0.rule?.event == "power failure" }  // all but these
/// ```
///
/// - Parameters:
///   - score: The score.
///   - isExcused: Returns `true` for a mutant that may live.
///   - sourceLocation: The location at which the issue is reported.
public func expectMutantsNoticed(
  _ score: MutationScore,
  except isExcused: (MutationScore.Mutant) -> Bool = { _ in false },
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let failure = score.failure(except: isExcused) else { return }
  Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
}

extension Mutation {
  /// Returns mutations of a schema that can make a difference, in the order of the graph.
  ///
  /// Each comes with the schema that has the mistake, and with the graph of that schema.
  package static func chosen<State: Graphable, Event: Graphable, Subject>(
    of schema: StateMachineSchema<State, Event, Subject>, count: Int, seed: UInt64
  ) -> [(mutation: Mutation, schema: StateMachineSchema<State, Event, Subject>, graph: StateGraph)]
  {
    let graph = schema.knownGraph
    let unreachable = graph.unreachedPlaces
    var mutants: [Mutation: (StateMachineSchema<State, Event, Subject>, StateGraph)] = [:]
    let all = all(in: graph, samples: schema.sampleTexts)
    let mutations = chosen(from: all, count: count, seed: seed) { mutation in
      guard !mutation.isIn(unreachable) else { return false }
      let mutant = schema.mutated(by: mutation)
      let changed = StateGraph(mutant)
      mutants[mutation] = (mutant, changed)
      return changed != graph
    }
    return mutations.map { ($0, mutants[$0]!.0, mutants[$0]!.1) }
  }

  /// Returns some of the mutations that count, chosen at random, in their order.
  ///
  /// Each place gets one mutation before any place gets a second.
  package static func chosen(
    from all: [Mutation], count: Int, seed: UInt64, where counts: (Mutation) -> Bool
  ) -> [Mutation] {
    var generator = SplitMix64(seed: seed)
    let shuffled = all.indices.map { (position: $0, key: generator.next()) }
      .sorted { $0.key < $1.key }.map(\.position)
    var places: Set<Mutation> = []
    let isFirst = shuffled.map { places.insert(all[$0].place).inserted }
    let order = zip(shuffled, isFirst).filter(\.1) + zip(shuffled, isFirst).filter { !$0.1 }
    var chosen: [Int] = []
    for (position, _) in order where chosen.count < count && counts(all[position]) {
      chosen.append(position)
    }
    return chosen.sorted().map { all[$0] }
  }

  /// Returns whether no machine comes to the place of the mistake.
  private func isIn(_ places: (states: Set<String>, rules: Set<StateGraph.Rule>)) -> Bool {
    switch self {
    case .withoutBehavior(_, let state): places.states.contains(state)
    default: rule.map { places.states.contains($0.source) || places.rules.contains($0) } ?? false
    }
  }
}

extension StateGraph {
  /// The states that no events lead to, and the transitions that no machine takes.
  ///
  /// A state that the machine leaves at once takes no event, so only completions are taken out of it.
  fileprivate var unreachedPlaces: (states: Set<String>, rules: Set<Rule>) {
    let walks = walks(taking: .everyState, resetCost: nil)
    let takeable = Set(takeableTransitions)
    return (
      Set(walks.unreachableStates.map(\.identifier)),
      Set(walks.unreachable).union(transitions.filter { !takeable.contains($0) })
    )
  }
}

/// Words about how far a score is: one line that is rewritten on a terminal, elsewhere a line each ten seconds.
struct ScoreProgress {
  private let count: Int
  private let isTerminal: Bool
  private let write: (String) -> Void
  private let start: ContinuousClock.Instant
  private var last: ContinuousClock.Instant
  private var done = 0

  init(
    of count: Int, at start: ContinuousClock.Instant = .now,
    isTerminal: Bool = isatty(STDERR_FILENO) == 1,
    write: @escaping (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
  ) {
    (self.count, self.isTerminal, self.write) = (count, isTerminal, write)
    (self.start, last) = (start, start)
  }

  /// Tells that the next mutant is tried.
  mutating func tell(at now: ContinuousClock.Instant = .now) {
    defer { done += 1 }
    guard done > 0, now - last >= .seconds(isTerminal ? 1 : 10) else { return }
    last = now
    let left = (now - start) * (count - done) / done
    let text =
      "mutation score: \(done) of \(count) mutants tried, about \(left.components.seconds) s to go"
    write(isTerminal ? "\r\u{1B}[K\(text)" : "\(text)\n")
  }

  /// Removes the line from the terminal.
  func end() {
    if isTerminal, last > start { write("\r\u{1B}[K") }
  }
}

/// The run of tests against a mutant, whose issues nobody reads.
enum MutantRun {
  /// The watch over the mutant, or `nil` if the current task runs no tests against one.
  @TaskLocal fileprivate static var watch: IssueWatch?

  /// A Boolean value that indicates whether the current task runs tests against a mutant.
  static var isUnderWay: Bool { watch != nil }

  /// A Boolean value that indicates whether a test has noticed the mutant, so that no walk needs to be taken.
  static var isNoticed: Bool { watch?.hasNoticed ?? false }
}

/// A watch over the issues that are recorded while tests run.
private final class IssueWatch: @unchecked Sendable {
  private let lock = NSLock()
  // Used only while the lock is held.
  private var hasFailed = false
  private let isSilent: Bool

  /// Creates a watch.
  ///
  /// - Parameter isSilent: `true` to hide the issues that make a test fail.
  init(isSilent: Bool) { self.isSilent = isSilent }

  /// A Boolean value that indicates whether an issue was recorded that makes a test fail.
  var hasNoticed: Bool { lock.withLock { hasFailed } }

  /// Runs tests against a schema; returns `nil` if they pass, or else the end of a message.
  ///
  /// The text is empty if the tests threw no error.
  nonisolated(nonsending) func run<Schema>(
    _ tests: nonisolated(nonsending) @escaping (Schema) async throws -> Void, _ schema: Schema
  ) async -> String? {
    guard let test = Test.current else {
      preconditionFailure("A MutationScore is made in a test, whose issues it watches.")
    }
    let trait: IssueHandlingTrait = .compactMapIssues { [self] issue in
      guard issue.fails else { return issue }
      lock.withLock { hasFailed = true }
      return isSilent ? nil : issue
    }
    let actor = #isolation
    do {
      // The tests run on the caller's actor, as the caller wrote them, and end before this function does.
      nonisolated(unsafe) let tests = tests
      nonisolated(unsafe) let schema = schema
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        try await MutantRun.$watch.withValue(self.isSilent ? self : nil) {
          try await Self.run(on: actor, tests, schema)
        }
      }
    } catch {
      return ": \(error)"
    }
    return hasNoticed ? "" : nil
  }

  private static func run<Schema>(
    on actor: isolated (any Actor)?,
    _ tests: nonisolated(nonsending) (Schema) async throws -> Void, _ schema: Schema
  ) async throws {
    try await tests(schema)
  }
}

extension Issue {
  /// A Boolean value that indicates whether the issue makes its test fail.
  fileprivate var fails: Bool {
    // Older compilers only know issues that make the test fail.
    #if compiler(>=6.3)
      isFailure
    #else
      true
    #endif
  }
}
