import SchematicCases

extension Update {
  /// Structs in what states carry, and in lists and optionals there.
  static let ofInnerStructs = [
    Update(
      .innerStruct, .added, "a property that may be missing", Cart.full(OneField.Item(count: 2)),
      isNo: Cart<WithNote.Item>.self,
      saying: "carries (Item{count: Int, note: Optional<String>}), was (Item{count: Int})"),
    Update(
      .innerStruct, .added, "in a list, a property that may be missing",
      Shelf.list([OneField.Item(count: 2)]),
      goesOnAs: Shelf.list([WithNote.Item(count: 2, note: nil)])),
    Update(
      .innerStruct, .removed, "a property", Cart.full(WithNote.Item(count: 2, note: "fragile")),
      isNo: Cart<OneField.Item>.self,
      saying: "carries (Item{count: Int}), was (Item{count: Int, note: Optional<String>})"),
    Update(
      .innerStruct, .removed, "in an optional, a property",
      Shelf.last(WithNote.Item(count: 2, note: "fragile")), isNo: Shelf<OneField.Item>.self,
      saying: "_0?/note was Optional<String>, and is read as nothing"),
    Update(
      .innerStruct, .renamed, "in an optional, a property", Shelf.last(OneField.Item(count: 2)),
      isNo: Shelf<Renamed.Item>.self, saying: "_0?/count: Int", "number"),
    Update(
      .innerStruct, .reordered, "in a list, two properties",
      Shelf.list([WithNote.Item(count: 2, note: "fragile")]),
      goesOnAs: Shelf.list([Reordered.Item(note: "fragile", count: 2)])),
    Update(
      .innerStruct, .retyped, "a property", Cart.full(OneField.Item(count: 2)),
      isNo: Cart<Measured.Item>.self,
      saying: "carries (Item{count: Double}), was (Item{count: Int})"),
    Update(
      .innerStruct, .retyped, "in a list, a property", Shelf.list([OneField.Item(count: 2)]),
      isNo: Shelf<Measured.Item>.self, saying: "_0[]/count was Int, and is read as Double"),
    Update(
      .innerStruct, .retyped, "in a list that is empty, a property", Shelf<OneField.Item>.list([]),
      goesOnAs: Shelf<Measured.Item>.list([])),
  ]
}

/// A struct with a value for `graphCases`.
private protocol Items: Codable, Equatable, Sendable { static var any: Self { get } }

/// A state carries a struct.
private enum Cart<Item: Items>: Saved {
  case empty, full(Item)
  static var graphCases: [Cart] { [.empty, .full(.any)] }
}

/// A state carries a list of structs, or an optional one.
private enum Shelf<Item: Items>: Saved {
  case empty, list([Item]), last(Item?)
  static var graphCases: [Shelf] { [.empty, .list([]), .last(nil)] }
}

/// A struct with one property.
private enum OneField {
  struct Item: Items {
    var count: Int
    static var any: Item { Item(count: 0) }
  }
}

/// A struct with one property more.
private enum WithNote {
  struct Item: Items {
    var count: Int
    var note: String?
    static var any: Item { Item(count: 0) }
  }
}

/// A struct with the properties in another order.
private enum Reordered {
  struct Item: Items {
    var note: String?
    var count: Int
    static var any: Item { Item(count: 0) }
  }
}

/// A struct whose property has another name.
private enum Renamed {
  struct Item: Items {
    var number: Int
    static var any: Item { Item(number: 0) }
  }
}

/// A struct whose property has another type.
private enum Measured {
  struct Item: Items {
    var count: Double
    static var any: Item { Item(count: 0) }
  }
}
