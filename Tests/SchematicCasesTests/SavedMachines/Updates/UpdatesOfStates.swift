import SchematicCases

extension Update {
  /// States that carry nothing.
  static let ofStates = [
    Update(.state, .added, "at the end", Added.Old.red, goesOnAs: Added.New.red),
    Update(
      .state, .added, "in front of states that are saved as numbers", AddedInFront.Old.red,
      isNo: AddedInFront.New.self, saying: "the state was .red, and is read as .off"),
    Update(
      .state, .added, "in front of states that keep their numbers", AddedWithNumber.Old.red,
      goesOnAs: AddedWithNumber.New.red),
    Update(
      .state, .removed, "the machine is in it", Removed.Old.amber, isNo: Removed.New.self,
      saying: "state amber is gone"),
    Update(
      .state, .removed, "the machine is in another one", Removed.Old.red, isNo: Removed.New.self,
      saying: "saved in state red", "state amber is gone"),
    Update(
      .state, .removed, "the next one has its number now", RemovedNumber.Old.amber,
      isNo: RemovedNumber.New.self, saying: "state amber is gone"),
    Update(
      .state, .renamed, "the machine is in it", Renamed.Old.amber, isNo: Renamed.New.self,
      saying: "state amber is gone", "state yellow is new"),
    Update(
      .state, .renamed, "it is saved as before", RenamedInCode.Old.amber,
      isNo: RenamedInCode.New.self, saying: "state amber is gone"),
    Update(
      .state, .renamed, "it takes the name of another one", NameTaken.Old.amber,
      isNo: NameTaken.New.self, saying: "the state was .amber, and is read as .red"),
    Update(.state, .reordered, "by name", Reordered.Old.red, goesOnAs: Reordered.New.red),
    Update(
      .state, .reordered, "by number", ReorderedNumbers.Old.red, isNo: ReorderedNumbers.New.self,
      saying: "the state was .red, and is read as .green"),
  ]
}

/// A state is added at the end.
private enum Added {
  enum Old: String, Plain { case red, green }
  enum New: String, Plain { case red, green, amber }
}

/// A state is added in front of states that are saved as numbers.
private enum AddedInFront {
  enum Old: Int, Plain { case red, green }
  enum New: Int, Plain { case off, red, green }
}

/// A state is added in front of states that keep their numbers.
private enum AddedWithNumber {
  enum Old: Int, Plain { case red, green }
  enum New: Int, Plain {
    case off = 2
    case red = 0
    case green
  }
}

/// A state is removed.
private enum Removed {
  enum Old: String, Plain { case red, amber, green }
  enum New: String, Plain { case red, green }
}

/// A state is removed, and the next one has its number.
private enum RemovedNumber {
  enum Old: Int, Plain { case red, amber, green }
  enum New: Int, Plain { case red, green }
}

/// A state is renamed.
private enum Renamed {
  enum Old: String, Plain { case red, amber, green }
  enum New: String, Plain { case red, yellow, green }
}

/// A state is renamed, and saved by its old name.
private enum RenamedInCode {
  enum Old: String, Plain { case red, amber, green }
  enum New: String, Plain {
    case red
    case yellow = "amber"
    case green
  }
}

/// Two states are saved by each other's name.
private enum NameTaken {
  enum Old: String, Plain { case red, amber }
  enum New: String, Plain {
    case red = "amber"
    case amber = "red"
  }
}

/// States that are saved by their names are reordered.
private enum Reordered {
  enum Old: String, Plain { case red, amber, green }
  enum New: String, Plain { case green, red, amber }
}

/// States that are saved as numbers are reordered.
private enum ReorderedNumbers {
  enum Old: Int, Plain { case red, green }
  enum New: Int, Plain { case green, red }
}
