import Schematic
import SchematicCases

extension Update {
  /// States inside of states, and the states of embedded machines.
  static let ofNestedStates = [
    Update(
      .nested, .added, "to the inner states", Printing.work(Added.Old.Phase.print),
      goesOnAs: Printing.work(Added.New.Phase.print), Printing.twoLevels, Printing.twoLevels,
      due: [25, 25]),
    Update(
      .nested, .added, "in front of inner states that are saved as numbers",
      Printing.work(AddedInFront.Old.Phase.print), isNo: Printing<AddedInFront.New.Phase>.self,
      saying: "the state was .work.print, and is read as .work.cut"),
    Update(
      .nested, .added, "inside of a state that had none", Added.Old.Phase.cut,
      isNo: Split.Phase.self, saying: "state cut is gone"),
    Update(
      .nested, .removed, "the machine is in it", Printing.work(Removed.Old.Phase.print),
      isNo: Printing<Removed.New.Phase>.self, saying: "state work.print is gone"),
    Update(
      .nested, .removed, "the machine is in another one", Printing<Removed.Old.Phase>.idle,
      isNo: Printing<Removed.New.Phase>.self, saying: "saved in state idle",
      "state work.print is gone"),
    Update(
      .nested, .renamed, "the machine is in it", Printing.work(Added.Old.Phase.print),
      isNo: Printing<Renamed.Phase>.self, saying: "state work.print is gone"),
    Update(
      .nested, .renamed, "the outer state", Printing.work(Added.Old.Phase.print),
      isNo: OuterRenamed.self, saying: "state work.print is gone"),
    Update(
      .nested, .reordered, "by number", Printing.work(AddedInFront.Old.Phase.print),
      isNo: Printing<ReorderedNumbers.Phase>.self,
      saying: "the state was .work.print, and is read as .work.cut"),
    Update(
      .nested, .retyped, "Int to Double", Printing.work(Retyped.Old.Phase.copy(7)),
      isNo: Printing<Retyped.New.Phase>.self, saying: "state work.copy carries (Double), was (Int)"),
    Update(
      .embedded, .added, "to its states", Printing.work(Added.Old.Phase.print),
      goesOnAs: Printing.work(Added.New.Phase.print), Printing.embedding, Printing.embedding,
      due: [25]),
    Update(
      .embedded, .removed, "the machine is in it", Printing.work(Removed.Old.Phase.print),
      isNo: Printing<Removed.New.Phase>.self, Printing.embedding, saying: "state work.print is gone"
    ),
    Update(
      .embedded, .renamed, "the machine is in it", Printing.work(Added.Old.Phase.print),
      isNo: Printing<Renamed.Phase>.self, Printing.embedding, saying: "state work.print is gone"),
    Update(
      .embedded, .reordered, "by number", Printing.work(AddedInFront.Old.Phase.print),
      isNo: Printing<ReorderedNumbers.Phase>.self, Printing.embedding,
      saying: "the state was .work.print, and is read as .work.cut"),
  ]
}

/// A state that carries inner states.
private enum Printing<Phase: Saved>: Saved {
  case idle, work(Phase)
  static var graphCases: [Printing] { [.idle] + Phase.graphCases.map { .work($0) } }

  /// The schema with a timeout of the inner state, and one of the outer state.
  static var twoLevels: RingSchema<Printing> {
    RingSchema(initialState: .idle) { _, _ in .ignored }.ringing
      .states(level: 1, on: MainActor.self) { _ in .after(.seconds(60), send: .ring) }
  }

  /// The schema with a machine in the outer state, and a timeout of that machine.
  static var embedding: RingSchema<Printing> {
    RingSchema(initialState: .idle) { _, _ in .ignored }
      .embedding(
        RingSchema(initialState: Phase.graphCases[0]) { _, _ in .ignored }.ringing,
        in: Printing.work)
  }
}

/// An inner state is added at the end.
private enum Added {
  enum Old { enum Phase: String, Plain { case cut, print } }
  enum New { enum Phase: String, Plain { case cut, print, fold } }
}

/// An inner state is added in front of those that are saved as numbers.
private enum AddedInFront {
  enum Old { enum Phase: Int, Plain { case cut, print } }
  enum New { enum Phase: Int, Plain { case wait, cut, print } }
}

/// A state has inner states now.
private enum Split {
  enum Phase: Saved {
    case cut(Added.Old.Phase), print
    static let graphCases: [Phase] = [.cut(.cut), .cut(.print), .print]
  }
}

/// An inner state is removed.
private enum Removed {
  enum Old { enum Phase: String, Plain { case cut, print } }
  enum New { enum Phase: String, Plain { case cut } }
}

/// An inner state is renamed.
private enum Renamed {
  enum Phase: String, Plain { case cut, press }
}

/// The state around the inner ones is renamed.
private enum OuterRenamed: Saved {
  case idle, run(Added.Old.Phase)
  static let graphCases: [OuterRenamed] = [.idle, .run(.cut), .run(.print)]
}

/// Inner states that are saved as numbers are reordered.
private enum ReorderedNumbers {
  enum Phase: Int, Plain { case print, cut }
}

/// An inner state carries a value of another type.
private enum Retyped {
  enum Old {
    enum Phase: Saved {
      case cut, copy(Int)
      static let graphCases: [Phase] = [.cut, .copy(0)]
    }
  }
  enum New {
    enum Phase: Saved {
      case cut, copy(Double)
      static let graphCases: [Phase] = [.cut, .copy(0)]
    }
  }
}
