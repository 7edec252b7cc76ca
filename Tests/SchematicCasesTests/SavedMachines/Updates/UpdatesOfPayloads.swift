import SchematicCases

extension Update {
  /// What states carry.
  static let ofPayloads = [
    Update(
      .payload, .added, "to a state that carries something", FieldAdded.Old.paid(amount: 7),
      isNo: FieldAdded.New.self,
      saying: "state paid carries (amount: Int, tip: Int), was (amount: Int)"),
    Update(
      .payload, .added, "to a state that carries something, and may be missing",
      OptionalFieldAdded.Old.paid(amount: 7), isNo: OptionalFieldAdded.New.self,
      saying: "carries (amount: Int, tip: Optional<Int>), was (amount: Int)"),
    Update(
      .payload, .added, "to a state that carries nothing", FirstFieldAdded.Old.paid,
      isNo: FirstFieldAdded.New.self, saying: "state paid carries (amount: Int), was nothing"),
    Update(
      .payload, .removed, "one of two", FieldAdded.New.paid(amount: 7, tip: 1),
      isNo: FieldAdded.Old.self, saying: "carries (amount: Int), was (amount: Int, tip: Int)"),
    Update(
      .payload, .removed, "the only one", FirstFieldAdded.New.paid(amount: 7),
      isNo: FirstFieldAdded.Old.self, saying: "carries nothing, was (amount: Int)"),
    Update(
      .payload, .removed, "the machine is in another state", FieldAdded.New.open,
      isNo: FieldAdded.Old.self, saying: "saved in state open", "was (amount: Int, tip: Int)"),
    Update(
      .payload, .renamed, "the label", Relabeled.Old.paid(amount: 7), isNo: Relabeled.New.self,
      saying: "carries (sum: Int), was (amount: Int)"),
    Update(
      .payload, .renamed, "the type, which is the same", Alias.Old.paid(amount: 7),
      goesOnAs: Alias.New.paid(amount: 7)),
    Update(
      .payload, .reordered, "with labels", FieldsReordered.Old.paid(amount: 7, by: "Ann"),
      isNo: FieldsReordered.New.self,
      saying: "carries (by: String, amount: Int), was (amount: Int, by: String)"),
    Update(
      .payload, .reordered, "without labels", BareFieldsReordered.Old.paid(7, 0.5),
      isNo: BareFieldsReordered.New.self, saying: "carries (Double, Int), was (Int, Double)"),
    Update(
      .payload, .retyped, "Int to Double", Typed<Int>.paid(amount: 7), isNo: Typed<Double>.self,
      saying: "carries (amount: Double), was (amount: Int)"),
    Update(
      .payload, .retyped, "Int to String", Typed<Int>.paid(amount: 7), isNo: Typed<String>.self,
      saying: "carries (amount: String), was (amount: Int)"),
    Update(
      .payload, .retyped, "Int to Int?", Typed<Int>.paid(amount: 7), isNo: Typed<Int?>.self,
      saying: "carries (amount: Optional<Int>), was (amount: Int)"),
    Update(
      .payload, .retyped, "Int? to Int", Typed<Int?>.paid(amount: 7), isNo: Typed<Int>.self,
      saying: "carries (amount: Int), was (amount: Optional<Int>)"),
    Update(
      .payload, .retyped, "Int to Int64", Typed<Int>.paid(amount: 7), isNo: Typed<Int64>.self,
      saying: "carries (amount: Int64), was (amount: Int)"),
    Update(
      .payload, .retyped, "elements of a list", Typed<[Int]>.paid(amount: [7]),
      isNo: Typed<[Double]>.self,
      saying: "carries (amount: Array<Double>), was (amount: Array<Int>)"),
  ]
}

/// A type with a value for `graphCases`.
private protocol Blank { static var blank: Self { get } }

extension Int: Blank { static var blank: Int { 0 } }
extension Int64: Blank { static var blank: Int64 { 0 } }
extension Double: Blank { static var blank: Double { 0 } }
extension String: Blank { static var blank: String { "" } }
extension Optional: Blank { static var blank: Wrapped? { nil } }
extension Array: Blank { static var blank: [Element] { [] } }

/// A state carries a value of another type.
private enum Typed<Amount: Blank & Codable & Equatable & Sendable>: Saved {
  case open, paid(amount: Amount)
  static var graphCases: [Typed] { [.open, .paid(amount: .blank)] }
}

/// A state carries one value more, or one less.
private enum FieldAdded {
  enum Old: Saved {
    case open, paid(amount: Int)
    static let graphCases: [Old] = [.open, .paid(amount: 0)]
  }
  enum New: Saved {
    case open, paid(amount: Int, tip: Int)
    static let graphCases: [New] = [.open, .paid(amount: 0, tip: 0)]
  }
}

/// A state carries one value more, which may be missing.
private enum OptionalFieldAdded {
  typealias Old = FieldAdded.Old
  enum New: Saved {
    case open, paid(amount: Int, tip: Int?)
    static let graphCases: [New] = [.open, .paid(amount: 0, tip: nil)]
  }
}

/// A state that carries nothing carries a value, or the other way round.
private enum FirstFieldAdded {
  enum Old: Plain { case open, paid }
  typealias New = FieldAdded.Old
}

/// A value has another label.
private enum Relabeled {
  typealias Old = FieldAdded.Old
  enum New: Saved {
    case open, paid(sum: Int)
    static let graphCases: [New] = [.open, .paid(sum: 0)]
  }
}

/// The type of a value has a second name.
private enum Alias {
  typealias Old = FieldAdded.Old
  typealias Cents = Int
  enum New: Saved {
    case open, paid(amount: Cents)
    static let graphCases: [New] = [.open, .paid(amount: 0)]
  }
}

/// Two values with labels are reordered.
private enum FieldsReordered {
  enum Old: Saved {
    case open, paid(amount: Int, by: String)
    static let graphCases: [Old] = [.open, .paid(amount: 0, by: "")]
  }
  enum New: Saved {
    case open, paid(by: String, amount: Int)
    static let graphCases: [New] = [.open, .paid(by: "", amount: 0)]
  }
}

/// Two values without labels are reordered.
private enum BareFieldsReordered {
  enum Old: Saved {
    case open, paid(Int, Double)
    static let graphCases: [Old] = [.open, .paid(0, 0)]
  }
  enum New: Saved {
    case open, paid(Double, Int)
    static let graphCases: [New] = [.open, .paid(0, 0)]
  }
}
