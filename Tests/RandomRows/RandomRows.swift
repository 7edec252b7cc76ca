import Schematic
import SchematicGraph

/// The command that explores random machines and prints their rows and findings.
///
/// `RandomRows FIRST COUNT` explores the machines of as many seeds. Two versions of the exploration say the same
/// about them if their outputs are equal.
@main
enum RandomRows {
  enum Kind: UInt64, CaseIterable {
    case flat, payloads, nested, regions, histories, values, objects
  }

  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap(UInt64.init)
    guard numbers.count == 2 else { fatalError("usage: RandomRows FIRST COUNT") }
    for seed in numbers[0]..<numbers[0] + numbers[1] {
      let kinds = Kind.allCases
      let kind = kinds[Int(seed % UInt64(kinds.count))]
      let graph = graph(kind, seed: seed)
      print("== \(seed) \(kind)")
      print(graph.dot(name: "\(kind)\(seed)"))
      for finding in graph.findings { print(finding) }
    }
  }

  private static func graph(_ kind: Kind, seed: UInt64) -> StateGraph {
    switch kind {
    case .flat: StateGraph(schema(FlatState.self, seed: seed))
    case .payloads: StateGraph(schema(LoadedState.self, seed: seed))
    case .nested: StateGraph(schema(NestedState.self, seed: seed))
    case .regions:
      StateGraph(schema(RegionState.self, seed: seed).embedding(pair(seed), in: RegionState.inside))
    case .histories: StateGraph(schema(HistoryState.self, seed: seed))
    case .values: value(RandomRules(seed: seed, asking: false), seed: seed)
    case .objects: object(RandomRules(seed: seed, asking: false), seed: seed)
    }
  }

  private static func schema<State: RandomState>(
    _ type: State.Type, seed: UInt64
  ) -> StateMachineSchema<State, Signal, Void> {
    let rules = RandomRules(seed: seed, asking: true)
    return StateMachineSchema<State, Signal, Void>(initialState: State(0, Carried())) {
      state, signal, when in transition(rules, state, signal, when)
    }
    .states { state in
      guard state.place != rules.final else { return .final }
      guard let delay = rules.delays[state.place] else { return .none }
      let length = delay + (rules.dependsOnCount ? state.carried.count : 0)
      return .after(.seconds(length), send: .tick)
    }
  }

  private static func transition<State: RandomState>(
    _ rules: RandomRules, _ state: State, _ signal: Signal, _ when: Guard<Void>
  ) -> Transition<State, Void> {
    let (place, carried) = (state.place, state.carried)
    func next(_ target: Place, _ changes: [RandomRules.Change]) -> State {
      State(target, carried.changed(by: changes, signal, from: place))
    }
    switch rules.answer(in: place, carried, signal, asking: { name in when(name) { _ in true } }) {
    case .move(let target, let isNamed, let changes):
      return .to(next(target, changes), isNamed ? "act" : nil)
    case .back(let changes): return .to(next(carried.last ?? 0, changes))
    case .stay: return .stay("count")
    case .change(let changes): return .stay(as: next(place, changes))
    case .ignored: return .ignored
    case .rejected: return .rejected("not here")
    }
  }

  /// The rules of two regions.
  private static func pair(_ seed: UInt64) -> StateMachineSchema<Pair, Signal, Void> {
    StateMachineSchema<Pair, Signal, Void>(
      initialState: Pair(),
      regions: .region(\.mic) { mic, signal in
        signal == .go ? .to(mic == .on ? .muted : .on) : .ignored
      },
      .region(\.net) { net, signal in
        switch (net, signal) {
        case (.good, .set(let count)): return .to(.poor(count: count))
        case (.poor(let count), .tick):
          return count > seed % 3 ? .stay(as: .poor(count: count - 1)) : .to(.good)
        default: return .ignored
        }
      })
  }

  /// Bounds that keep thousands of machines with many values each within minutes.
  private static let bounds = ExplorationBounds(values: 4, merges: 4, mergeSteps: 2)

  private static func value(_ rules: RandomRules, seed: UInt64) -> StateGraph {
    // Some pictures leave out what seldom decides.
    let ignored: [IgnoredProperty] = seed % 3 == 0 ? ["carried.header", "answer"] : ["answer"]
    return StateGraph(
      .value(RandomValue(rules), state: \.state), events: Signal.graphCases,
      options: .init(bounds: bounds, ignoring: ignored)
    ) { try $0.handle($1) }
  }

  private static func object(_ rules: RandomRules, seed: UInt64) -> StateGraph {
    StateGraph(
      .made(state: \.state) { RandomObject(rules) }, events: Signal.graphCases,
      options: .init(bounds: bounds, ignoring: ["answer"])
    ) { try $0.handle($1) }
  }
}
