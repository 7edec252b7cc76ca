import SchematicCases

extension Update {
  /// Enums, lists and optionals of them inside of what states carry.
  static let ofInnerEnums = [
    Update(
      .innerEnum, .added, "at the end", Metered.on(tariff: Added.Old.Tariff.night),
      goesOnAs: Metered.on(tariff: Added.New.Tariff.night)),
    Update(
      .innerEnum, .added, "in front of cases that are saved as numbers",
      Metered.on(tariff: AddedInFront.Old.Tariff.night),
      isNo: Metered<AddedInFront.New.Tariff>.self,
      saying: "tariff was .night, and is read as .day"),
    Update(
      .innerEnum, .removed, "the machine carries it",
      Metered.on(tariff: Removed.Old.Tariff.night), isNo: Metered<Removed.New.Tariff>.self,
      saying: "tariff: .night, which cannot be read"),
    Update(
      .innerEnum, .removed, "the machine carries it, and another one is read for it",
      Metered.on(tariff: Unknown.Old.Tariff.night), isNo: Metered<Unknown.New.Tariff>.self,
      saying: "tariff was .night, and is read as .unknown"),
    Update(
      .innerEnum, .removed, "the machine carries another one",
      Metered.on(tariff: Removed.Old.Tariff.day),
      goesOnAs: Metered.on(tariff: Removed.New.Tariff.day)
    ),
    Update(
      .innerEnum, .removed, "the machine carries nothing", Metered<Removed.Old.Tariff>.off,
      goesOnAs: Metered<Removed.New.Tariff>.off),
    Update(
      .innerEnum, .renamed, "the machine carries it", Metered.on(tariff: Renamed.Old.Tariff.night),
      isNo: Metered<Renamed.New.Tariff>.self, saying: "tariff: .night, which cannot be read"),
    Update(
      .innerEnum, .renamed, "it is saved as before",
      Metered.on(tariff: RenamedInCode.Old.Tariff.night),
      isNo: Metered<RenamedInCode.New.Tariff>.self,
      saying: "tariff was .night, and is read as .dark"
    ),
    Update(
      .innerEnum, .renamed, "the type", Metered.on(tariff: Added.Old.Tariff.night),
      isNo: Metered<TypeRenamed.Rate>.self, saying: "carries (tariff: Rate), was (tariff: Tariff)"),
    Update(
      .innerEnum, .reordered, "by name", Metered.on(tariff: Reordered.Old.Tariff.night),
      goesOnAs: Metered.on(tariff: Reordered.New.Tariff.night)),
    Update(
      .innerEnum, .reordered, "in a list of numbers",
      Metered.history([ReorderedNumbers.Old.Tariff.day, .day, .night]),
      isNo: Metered<ReorderedNumbers.New.Tariff>.self,
      saying: "_0[] was .day, .night, and is read as .night, .day"),
    Update(
      .innerEnum, .retyped, "Int to Double", Metered.on(tariff: Retyped.Old.Tariff.priced(7)),
      isNo: Metered<Retyped.New.Tariff>.self, saying: "tariff/_0 was Int, and is read as Double"),
  ]
}

/// An enum without states of its own.
private protocol Tariffs: Codable, Equatable, Sendable {
  static var first: Self { get }
}

extension Tariffs where Self: CaseIterable {
  static var first: Self { allCases[allCases.startIndex] }
}

/// Tariffs that carry nothing.
private typealias PlainTariffs = Tariffs & CaseIterable

/// A state carries an enum.
private enum Metered<Tariff: Tariffs>: Saved {
  case off, on(tariff: Tariff), history([Tariff])
  static var graphCases: [Metered] { [.off, .on(tariff: .first), .history([])] }
}

/// A case is added at the end.
private enum Added {
  enum Old { enum Tariff: PlainTariffs { case day, night } }
  enum New { enum Tariff: PlainTariffs { case day, night, weekend } }
}

/// A case is added in front of cases that are saved as numbers.
private enum AddedInFront {
  enum Old { enum Tariff: Int, PlainTariffs { case day, night } }
  enum New { enum Tariff: Int, PlainTariffs { case free, day, night } }
}

/// A case is removed.
private enum Removed {
  enum Old { enum Tariff: PlainTariffs { case day, night } }
  enum New { enum Tariff: PlainTariffs { case day } }
}

/// A case is removed, and whatever can't be read is another one.
private enum Unknown {
  enum Old { enum Tariff: String, PlainTariffs { case day, night } }
  enum New {
    enum Tariff: String, PlainTariffs {
      case day, unknown
      init(from decoder: any Decoder) throws {
        self = Tariff(rawValue: try String(from: decoder)) ?? .unknown
      }
    }
  }
}

/// A case is renamed.
private enum Renamed {
  enum Old { enum Tariff: String, PlainTariffs { case day, night } }
  enum New { enum Tariff: String, PlainTariffs { case day, dark } }
}

/// A case is renamed, and saved by its old name.
private enum RenamedInCode {
  enum Old { enum Tariff: String, PlainTariffs { case day, night } }
  enum New {
    enum Tariff: String, PlainTariffs {
      case day
      case dark = "night"
    }
  }
}

/// The enum has another name.
private enum TypeRenamed {
  enum Rate: PlainTariffs { case day, night }
}

/// Cases that are saved by their names are reordered.
private enum Reordered {
  enum Old { enum Tariff: PlainTariffs { case day, night } }
  enum New { enum Tariff: PlainTariffs { case night, day } }
}

/// Cases that are saved as numbers are reordered.
private enum ReorderedNumbers {
  enum Old { enum Tariff: Int, PlainTariffs { case day, night } }
  enum New { enum Tariff: Int, PlainTariffs { case night, day } }
}

/// A case carries a value of another type.
private enum Retyped {
  enum Old {
    enum Tariff: Tariffs {
      case priced(Int)
      static var first: Tariff { .priced(0) }
    }
  }
  enum New {
    enum Tariff: Tariffs {
      case priced(Double)
      static var first: Tariff { .priced(0) }
    }
  }
}
