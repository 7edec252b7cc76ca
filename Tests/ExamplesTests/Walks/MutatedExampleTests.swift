@testable import Examples
import MainActorExamples
import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

/// Mutants are real machines: with regions, nested states, completions, and on the main actor.
@MainActor @Suite struct MutatedExampleTests {
  /// Expects the machine of each mutant to do what the mutant's own diagram shows, and a mutant without a
  /// mistake to be the original.
  private func check<State: Graphable, Event: Graphable, Subject>(
    _ schema: StateMachineSchema<State, Event, Subject>, _ count: Int,
    subject: () -> Subject,
    prepare: (PlannedStep<State, Event>, Subject) -> Void = { _, _ in }
  ) {
    let graph = StateGraph(schema)
    let nothing = StateGraph.Rule(source: "nowhere", trigger: "never")
    #expect(StateGraph(schema.mutated(by: .lost(nothing))) == graph)
    let mutants = Mutation.chosen(of: schema, count: count, seed: 3)
    #expect(mutants.count == count)
    for mutant in [schema.mutated(by: .lost(nothing))] + mutants.map(\.schema) {
      for walk in StateGraph(mutant).walks(taking: .everyTransitionAndRejection) {
        let report = withoutActuallyEscaping(subject) { subject in
          withoutActuallyEscaping(prepare) { prepare in
            WalkReport(
              walk, of: mutant, machine: { StateMachine(schema: mutant, owning: subject()) },
              prepare: { step, machine in machine.subject.map { prepare(step, $0) } })
          }
        }
        #expect(report == nil, "\(report?.description ?? "")")
      }
    }
  }

  @Test func mutantsOfRegionsDoWhatTheirDiagramsShow() {
    check(Headphones.schema, 10, subject: { Headphones() })
    check(DeskLamp.schema, 12, subject: { DeskLamp() })
  }

  @Test func mutantsOfRegionsInRegionsDoWhatTheirDiagramsShow() {
    check(Scooter.schema, 5, subject: { Scooter() })
  }

  @Test func mutantsOfNestedMachinesDoWhatTheirDiagramsShow() {
    check(MediaPlayer.schema, 8, subject: { MediaPlayer() })
    check(WashingMachine.schema, 12, subject: { WashingMachine() }) { step, washer in
      washer.extraRinses = step.guards["extra rinse"] == true ? 1 : 0
    }
  }

  struct Pair: GraphableRegions, Equatable {
    var door = Door.shut
    var lamp = Door.shut
  }
  enum Door: CaseIterable, Graphable { case shut, open }
  enum House: Graphable, Equatable {
    case away, home(Pair)
    static let graphCases: [House] = [.away, .home(Pair())]
  }
  enum Signal: CaseIterable, Graphable { case come, go, push, flip }

  private static let pair = StateMachineSchema<Pair, Signal, Void>(
    initialState: Pair(),
    regions: .region(\.door) { door, signal, when in
      switch (door, signal) {
      case (.shut, .push): when(in: \Pair.lamp, .open) ? .to(.open) : .rejected("dark")
      case (.open, .push): .to(.shut)
      default: .ignored
      }
    },
    .region(\.lamp) { lamp, signal in
      signal == .flip ? .to(lamp == .shut ? .open : .shut) : .ignored
    })

  private static let house = StateMachineSchema<House, Signal, Void>(initialState: .away) {
    switch ($0, $1) {
    case (.away, .come): .to(.home(Pair()))
    case (.home, .go): .to(.away)
    default: .ignored
    }
  }
  .embedding(pair, in: House.home)

  @Test func regionsOfMutantsStillAskAboutEachOther() {
    check(Self.pair, 8, subject: {})
    check(Self.house, 8, subject: {})
  }

  @Test func everyRegionHasMistakes() {
    let sources = Mutation.all(in: StateGraph(Scooter.schema)).compactMap { $0.rule?.source }
    for region in [
      "trip/drive", "trip/light", "trip/drive/riding/gear", "trip/drive/riding/cruise",
    ] {
      #expect(sources.contains { $0.hasPrefix(region + "/") })
    }
  }
}
